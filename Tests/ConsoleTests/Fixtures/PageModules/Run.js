// Runs the checks.

(async () => {
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      wrong.push(`${check.name}: ${error.stack ?? error}`);
    }
  }
  done(wrong.slice(0, 20));
})();
