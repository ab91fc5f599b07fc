// Prints every check that failed or warned, of the checks.json files under a folder, and what it has to say.
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

// Of extensions that are not offered.
const LEFT_OUT = /^(server-tasks-|auth\/(dpop|enterprise-managed-authorization|wif-jwt-bearer))/;

const folder = process.argv[2];
const runs = readdirSync(folder, {recursive: true})
  .filter((path) => path.endsWith('checks.json'))
  .map(dirname)
  .filter((name) => !LEFT_OUT.test(name))
  .sort();
for (const run of runs) {
  for (const check of JSON.parse(readFileSync(join(folder, run, 'checks.json'), 'utf8'))) {
    if (check.status === 'FAILURE' || check.status === 'WARNING') {
      console.log(`${check.status} ${run}: ${check.id}: ${check.errorMessage ?? check.description}`);
    }
  }
}
