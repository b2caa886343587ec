import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { SUPERVISED } from '../program.js'

function supervise(...args: string[]) {
  const child = spawn(process.execPath, [...SUPERVISED, ...args])
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return { child, said: () => said }
}

it('does not start again what waiting cannot mend, and hands its exit code on', async () => {
  const { child, said } = supervise('check', '/nowhere/bot.yaml')
  expect(await once(child, 'exit')).toEqual([3, null])
  expect(said()).toContain('bad-config')
  expect(said()).not.toContain('started again')
})

it('passes a stop on', async () => {
  const { child } = supervise('serve', '--port', '0', '--json')
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
