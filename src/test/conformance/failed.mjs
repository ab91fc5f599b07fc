// Prints every check that failed or warned, of the checks.json files under a folder, and what it has to say.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

const folder = process.argv[2];
for (const run of readdirSync(folder).filter((name) => !name.startsWith('server-tasks-')).sort()) {
  for (const check of JSON.parse(readFileSync(join(folder, run, 'checks.json'), 'utf8'))) {
    if (check.status === 'FAILURE' || check.status === 'WARNING') {
      console.log(`${check.status} ${run}: ${check.id}: ${check.errorMessage ?? check.description}`);
    }
  }
}
