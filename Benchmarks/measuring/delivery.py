"""Messages to many devices, of which a third fails in each known way."""
import json
import os
import shutil
import subprocess

from measure import line, mb

MESSAGES = 200
LIMIT_MS = 10
LIMIT_MEMORY = 256 << 20


def delivery(programs, work, keep):
    folder = work / "delivery"
    shutil.rmtree(folder, ignore_errors=True)
    process = subprocess.Popen([programs / "DeliverySpeed", folder, str(MESSAGES)], stdout=subprocess.PIPE, text=True)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"bench: DeliverySpeed ended with {os.waitstatus_to_exitcode(status)}")
    shutil.rmtree(folder)
    fact = next(json.loads(text) for text in out.splitlines() if text.startswith("{"))
    count, peak = fact["messages"] * fact["devices"], usage.ru_maxrss * 1024
    each, queued = fact["first"] * 1000 / count, fact["queueing"] * 1000 / fact["messages"]
    is_whole = fact["lost"] == fact["waiting"] == 0 and fact["twice"] == 0
    return [
        line(f"{count:,} messages to {fact['devices']} devices, a third of which fails", f"{fact['first']:.1f} s",
             f"{each:.2f} ms each, the push service's half included", each / LIMIT_MS, "< 1", each < LIMIT_MS),
        line("a message queued for all devices", f"{queued:.1f} ms", "the limit: 50 ms", queued / 50, "< 1", queued < 50),
        line("what became of them", f"{fact['lost']} lost, {fact['twice']} twice, {fact['waiting']} left after "
             f"{fact['rounds']} rounds", f"at most {fact['afterEnd']} to a device that has ended, those under way", None,
             "0 lost, 0 twice", is_whole and fact["afterEnd"] <= 6),
        line("memory, the push service's included", mb(peak), f"the limit: {mb(LIMIT_MEMORY)}", peak / LIMIT_MEMORY, "< 1",
             peak < LIMIT_MEMORY),
    ]
