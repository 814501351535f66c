/// The verdict of one method's allow statements about one document.
enum Verdict {
    case allowed
    /// All of them are false.
    case denied
    /// One of them has no value.
    case undecided
}
