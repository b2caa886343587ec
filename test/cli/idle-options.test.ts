import { describe, expect, it } from 'vitest'
import { refuseIdle } from '../../src/cli/idle-options.js'
import { createProgram } from '../../src/cli/program.js'
import { captureContext } from './commands/sandbox.js'

/** What a command line comes to. */
async function done(...words: string[]): Promise<unknown> {
  let result: Promise<unknown> = Promise.resolve('nothing was chosen')
  const { context } = captureContext(false)
  const program = createProgram({
    entry: [],
    context: () => context,
    chosen: (promise) => {
      result = promise
    },
  })
  program.exitOverride()
  program.parse(words, { from: 'user' })
  return result
}

describe('an option that has no use', () => {
  it.each([
    ['markets nowhere.yaml --for 30s', '--for: expected --rank beside it, got none'],
    ['doctor nowhere.yaml --profile-out x', '--profile-out: expected --place beside it, got none'],
    ['export sets nowhere.yaml --to 2026-01-31T12:00:00Z', '--to: expected only with fills or fees, got sets'],
    ['orders nowhere.yaml --bot other.yaml', '--bot: expected instead of a configuration, got both'],
    ['cancel-all nowhere.yaml --bot other.yaml', '--bot: expected instead of a configuration, got both'],
    [
      'keys address nowhere --key-file x',
      '--key-file: expected only with import, which takes the key over, got address',
    ],
    ['serve --data x --backup y --port 80', '--port: expected without --backup, which serves nothing, got both'],
  ])('is refused: quoin %s', async (line, message) => {
    await expect(done(...line.split(' '))).rejects.toMatchObject({ code: 'bad-argument', message })
  })

  it('is none where it has one, or was not given', () => {
    expect(() => refuseIdle({ out: undefined }, ['out'], 'expected nothing')).not.toThrow()
  })
})
