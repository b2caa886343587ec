// The built program, as an installed one would run it: plain node, no TypeScript loader.

import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { startChildServer } from '../../src/cli/venue/child-server.js'

const node = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' })
const MAIN = 'dist/src/cli/main.js'

it('builds, checks the example and serves the demo', async () => {
  const built = spawnSync('npm', ['run', '-s', 'build'], { encoding: 'utf8' })
  expect(built.stdout + built.stderr).toBe('')
  expect(built.status).toBe(0)

  const checked = node(MAIN, 'check', 'config/example.yaml', '--offline')
  expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('config/example.yaml: valid') })

  const server = await startChildServer([MAIN], 'config/demo-server.yaml')
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  await server.close()
})
