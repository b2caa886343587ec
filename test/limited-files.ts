// A program in which no file can become large: the system takes a part of a write and then none, as on a full disk.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Some kilobytes: a block of `ulimit` has 512 bytes or 1024. */
export const LIMITED_BYTES = 8 * 1024
const BLOCKS = 8

const ROOT = join(import.meta.dirname, '..')

/** What an expression over what `module` exports (`it`) comes to, as JSON; `module` is a file of `src` without its suffix. With 0 blocks no byte
 * can be written. */
export function limitedTo(module: string, expression: string, blocks = BLOCKS): unknown {
  const file = JSON.stringify(join(ROOT, 'src', `${module}.ts`))
  const program = `import * as it from ${file}; console.log(JSON.stringify(${expression}))`
  const command = `ulimit -f ${blocks}; exec "$0" --import tsx --input-type=module --eval "$1"`
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath, program], {
    cwd: ROOT,
    encoding: 'utf8',
    // what it would keep of the sources is larger
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
