import { describe, expect, it } from 'vitest'
import { createOutput } from '../../src/cli/output.js'

function capture(json: boolean) {
  const written = { stdout: '', stderr: '' }
  const out = createOutput(json, {
    stdout: (text) => {
      written.stdout += text
    },
    stderr: (text) => {
      written.stderr += text
    },
  })
  return { out, written }
}

describe('createOutput', () => {
  it('with --json prints data as one line, and nothing for people', () => {
    const { out, written } = capture(true)
    out.note('hello')
    out.data({ raw: 12345678901234567890n }, () => ['table'])
    out.error({ code: 'bad-config', message: 'm' })
    expect(written.stdout).toBe('{"raw":"12345678901234567890"}\n')
    expect(written.stderr).toBe('{"error":{"code":"bad-config","message":"m"}}\n')
  })

  it('without it prints lines, notes and errors for people', () => {
    const { out, written } = capture(false)
    out.note('hello')
    out.data({}, () => ['a', 'b'])
    out.error({ code: 'bad-config', message: 'm' })
    expect(written.stdout).toBe('a\nb\n')
    expect(written.stderr).toBe('hello\nquoin: bad-config: m\n')
  })
})
