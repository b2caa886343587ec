import { describe, expect, it, vi } from 'vitest'
import { aboveZero, handTool, wholeFrom } from './hand-tool.js'

function read(...args: string[]) {
  const written: string[] = []
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  const tool = handTool('dig', 'Digs.')
    .option('--depth <n>', 'how deep', wholeFrom(1), 3)
    .option('--hours <n>', 'how long', aboveZero, 0.5)
    .configureOutput({ writeOut: (text) => written.push(text), writeErr: (text) => written.push(text) })
  try {
    return { values: tool.parse(args, { from: 'user' }).opts(), text: written.join('') }
  } catch (error) {
    return { ended: String(error), text: written.join('') }
  } finally {
    exit.mockRestore()
  }
}

describe('a tool started by hand', () => {
  it('reads what it takes', () => {
    expect(read().values).toEqual({ depth: 3, hours: 0.5 })
    expect(read('--depth', '7', '--hours', '1.5').values).toEqual({ depth: 7, hours: 1.5 })
  })

  it('says how it is called', () => {
    const { ended, text } = read('--help')
    expect(ended).toBe('Error: exit 0')
    expect(text).toMatch(/Usage: npm run dig -- \[options\]\n\nDigs\.\n[\s\S]*--depth <n>/)
  })

  it.each([
    ['--depth', '0', "expected a whole number from 1 on, got '0'"],
    ['--depth', '', "expected a whole number from 1 on, got ''"],
    ['--hours', '-1', "expected a number above 0, got '-1'"],
    ['--wide', '1', "unknown option '--wide'"],
  ])('refuses %s %s', (option, value, why) => {
    const { ended, text } = read(option, value)
    expect(ended).toBe('Error: exit 2')
    expect(text).toContain(why)
  })

  it('refuses what it has no use for', () => {
    expect(read('deep')).toMatchObject({ ended: 'Error: exit 2', text: expect.stringContaining('too many arguments') })
  })
})
