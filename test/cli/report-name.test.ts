import { describe, expect, it } from 'vitest'
import { reportName } from '../../src/cli/report-name.js'

describe('the name of a report', () => {
  it('is any text that says something', () => {
    expect(reportName('out/monday')).toBe('out/monday')
  })

  it.each(['', '  '])('is not %j', (text) => {
    expect(() => reportName(text)).toThrow('expected a name or a folder, got nothing')
  })
})
