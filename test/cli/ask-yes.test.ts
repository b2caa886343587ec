import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { saysYes } from '../../src/cli/ask-yes.js'
import type { CommandContext } from '../../src/cli/command-context.js'

it.each([
  ['yes\n', true],
  [' YES \n', true],
  ['y\n', false],
  ['yes please\n', false],
  ['no\n', false],
  ['', false],
])('takes %j for %s', async (answer, isYes) => {
  const asked: string[] = []
  const stdin = new PassThrough()
  stdin.end(answer)
  const stderr = { write: (text: string) => asked.push(text) }
  const streams = { stdin, stdout: stderr, stderr } as unknown as CommandContext['streams']
  expect(await saysYes({ streams }, 'sell this?')).toBe(isYes)
  expect(asked).toEqual(['sell this? (yes/no): '])
})
