import { describe, expect, it } from 'vitest'
import { reportName, threadCount } from '../../src/cli/option-values.js'

describe('a number of threads', () => {
  it.each([
    ['1', 1],
    ['256', 256],
  ])('takes %s', (text, count) => {
    expect(threadCount(text)).toBe(count)
  })

  it.each(['0', '257', '1.5', '-1', 'two', '', ' '])("refuses '%s', and names it", (text) => {
    expect(() => threadCount(text)).toThrow(`expected a whole number from 1 to 256, got ${text}`)
  })
})

describe('the name of a report', () => {
  it('is any text that says something', () => {
    expect(reportName('out/monday')).toBe('out/monday')
  })

  it.each(['', '  '])('is not %j', (text) => {
    expect(() => reportName(text)).toThrow('expected a name or a folder, got nothing')
  })
})
