/// Lets other tasks run until a condition holds, or this task is cancelled.
package func yieldUntil(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
