// Applies the chosen theme before anything is drawn, so this is no module, which would come too late. Another window may change it.
{
  const key = "receipts.theme";
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
  try {
    apply(localStorage.getItem(key));
  } catch {
    // Without storage the system decides.
  }
  addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) apply(event.key === null ? null : event.newValue);
  });
}
