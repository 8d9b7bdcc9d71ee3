"""One prompt through client, wire and runtime, answered by the built-in ``offline`` agent."""

from pathlib import Path

from theopen_harness import Harness

with Harness(cwd=Path(__file__).parent, provider="offline", model="offline") as harness:
    result = harness.run("Which example shows a failure that is retried?")
    print(result.final_response)
    print(f"ended: {result.finish_reason}")
