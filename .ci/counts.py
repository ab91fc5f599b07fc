"""Adds up the reports of surefire and failsafe and prints `N passed, N failed, N skipped`.

Fails when a test failed or none ran: a build without tests is not a green one.
"""

import glob
import sys
import xml.etree.ElementTree as xml

total = failed = skipped = 0
for folder in ("surefire-reports", "failsafe-reports"):
    for path in glob.glob(f"target/{folder}/TEST-*.xml"):
        suite = xml.parse(path).getroot()
        total += int(suite.get("tests"))
        failed += int(suite.get("failures")) + int(suite.get("errors"))
        skipped += int(suite.get("skipped"))

print(f"{total - failed - skipped} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed or total == 0 else 0)
