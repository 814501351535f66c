"""What the stories of Google's clients share: running them, and checks."""

import os
import sys
import time


def run(stories):
    """Runs the stories that the arguments name, or all, and ends the program."""
    selected = sys.argv[1:]
    begin = time.monotonic()
    count, failed = 0, []
    for story in stories:
        if selected and story.__name__ not in selected:
            continue
        count += 1
        start = time.monotonic()
        try:
            story()
            print(f"  {story.__name__}: {time.monotonic() - start:.2f} s", flush=True)
        except Exception as error:
            failed.append(story.__name__)
            print(f"  {story.__name__}: failed: {type(error).__name__}: {error}", flush=True)
    print(f"  {count - len(failed)} of {count} stories in {time.monotonic() - begin:.1f} s", flush=True)
    # Threads of listeners do not keep the process.
    os._exit(1 if failed else 0)


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def same(found, wanted, text):
    check(found == wanted, f"{text}: {found!r} instead of {wanted!r}")


def raises(error, call):
    try:
        call()
    except error as caught:
        return caught
    raise AssertionError(f"{error.__name__} was not raised")
