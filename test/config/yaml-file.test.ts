import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseYaml } from '../../src/config/yaml-file.js'
import { QuoinError } from '../../src/domain/error.js'

const schema = z.strictObject({
  name: z.string(),
  count: z.int().min(1).max(9).default(3),
  kind: z.enum(['red', 'blue']).default('red'),
  nested: z.strictObject({ depth: z.number() }).optional(),
  list: z.array(z.strictObject({ id: z.string() })).default([]),
  profile: z.union([z.string(), z.strictObject({ path: z.string() })]).optional(),
  apiKey: z.string().min(5).optional(),
})

function problems(text: string): string[] {
  try {
    parseYaml({ file: 'a.yaml', text }, schema)
  } catch (error) {
    expect(error).toBeInstanceOf(QuoinError)
    if (error instanceof QuoinError) {
      expect(error.code).toBe('bad-config')
      return error.message.split('\n')
    }
  }
  return []
}

describe('parseYaml', () => {
  it('returns the typed value with its defaults', () => {
    expect(parseYaml({ file: 'a.yaml', text: 'name: x\n' }, schema)).toEqual({
      name: 'x',
      count: 3,
      kind: 'red',
      list: [],
    })
  })

  it('names every problem at once, with line and column', () => {
    expect(problems('name: 5\ncount: 10\nkind: green\nlist:\n  - id: a\n  - id: 7\n')).toEqual([
      'a.yaml:1:1 name: expected text, got 5',
      'a.yaml:2:1 count: expected at most 9, got 10',
      'a.yaml:3:1 kind: expected one of red, blue, got "green"',
      'a.yaml:6:5 list.1.id: expected text, got 7',
    ])
  })

  it('repeats nothing of a file that is no configuration: it may hold a passphrase, or an address that is a secret', () => {
    expect(problems('correct-horse-battery\n')).toEqual(['a.yaml:1:1 (file): expected a section with keys, got text'])
    expect(problems('123456789012\n')).toEqual(['a.yaml:1:1 (file): expected a section with keys, got a number'])
    expect(problems('- correct\n- horse\n')).toEqual(['a.yaml:1:1 (file): expected a section with keys, got a list'])
    expect(problems('*battery\n')).toEqual(['a.yaml:1:1 expected a section with keys, got an alias'])
    for (const text of ['"correct" horse\n[battery\n', '|battery horse\n', '>-battery\n', 'apiKey: |battery\n']) {
      const broken = problems(text)
      expect(broken.length).toBeGreaterThan(0)
      for (const problem of broken) expect(problem).not.toMatch(/horse|battery/)
    }
  })

  it('says a few problems of a text that is no YAML, and how many more there are', () => {
    const [first, ...rest] = problems('{"level":30,"msg":"started"}\n'.repeat(1000))
    expect(first).toBe('a.yaml:2:1 Unexpected flow-map-start at node end')
    expect(rest).toHaveLength(5)
    expect(rest.at(-1)).toMatch(/^a\.yaml: and \d{4,} more$/)
  })

  it('refuses bytes that are no text, and more of it than any configuration has, before it is parsed', () => {
    expect(problems(`name: x${'\0'}`)).toEqual([
      'a.yaml: expected text in UTF-8, got bytes that are none, as of a binary file or UTF-16',
    ])
    expect(problems('#'.repeat(4_000_001))).toEqual(['a.yaml: expected at most 4000000 characters, got 4000001'])
  })

  it('refuses an unknown key and says what was probably meant', () => {
    expect(problems('name: x\nconut: 3\n')).toEqual([
      'a.yaml:2:1 conut: expected a known key, got "conut"; did you mean "count"?',
    ])
    expect(problems('name: x\nnested:\n  depth: 1\n  zzzzzz: 3\n')).toEqual([
      'a.yaml:4:3 nested.zzzzzz: expected a known key, got "zzzzzz"; known: depth',
    ])
  })

  it('reports a missing key at its parent', () => {
    expect(problems('count: 3\nnested: {}\n')).toEqual([
      'a.yaml:1:1 name: expected text, got nothing',
      'a.yaml:2:1 nested.depth: expected a number, got nothing',
    ])
  })

  it('reports the branch of a union that fits the type of the value', () => {
    expect(problems('name: x\nprofile:\n  path: 4\n')).toEqual(['a.yaml:3:3 profile.path: expected text, got 4'])
  })

  it('reports broken YAML with its place', () => {
    expect(problems('name: x\nname: y\n')[0]).toMatch(/^a\.yaml:2:1 /)
    expect(problems('name: [x\n')[0]).toMatch(/^a\.yaml:\d+:\d+ /)
  })

  it('keeps hex as text, so that no key or address loses digits', () => {
    expect(parseYaml({ file: 'a', text: `name: 0x${'ab'.repeat(32)}` }, schema).name).toBe(`0x${'ab'.repeat(32)}`)
  })

  it.each([
    ['.nan', 'NaN'],
    ['1e400', 'Infinity'],
    ['', 'nothing'],
  ])('says what stands there instead of a number: "%s"', (written, said) => {
    const [line] = problems(`name: x\nnested:\n  depth: ${written}\n`)
    expect(line).toBe(`a.yaml:3:3 nested.depth: expected a number, got ${said}`)
  })

  it('says that nothing stands where a secret belongs', () => {
    expect(problems('name: x\napiKey:\n')).toEqual(['a.yaml:2:1 apiKey: expected text, got nothing'])
  })

  it('never repeats a value that may be a secret', () => {
    const [line] = problems('name: x\napiKey: abcd\n')
    expect(line).toBe('a.yaml:2:1 apiKey: expected at least 5 characters, got [secret]')
    expect(problems('name: x\nprivateKey: 0x1234\n').join()).not.toContain('0x1234')
  })

  it.each([
    ['without its anchor', 'name: *nobody\n', 'a.yaml:1:7 *nobody: expected an anchor &nobody above it, got none'],
    [
      'inside of what it stands for',
      'name: x\nlist: &a\n  - id: *a\n',
      'a.yaml:3:9 *a: expected an end, got an alias inside of what it stands for',
    ],
  ])('reports an alias %s with its place', (_what, text, problem) => {
    expect(problems(text)).toEqual([problem])
  })

  it('reports aliases that explode, at once and with their place', () => {
    const lines = Array.from(
      { length: 12 },
      (_, n) =>
        `l${n}: &l${n} [${Array(10)
          .fill(n === 0 ? 'x' : `*l${n - 1}`)
          .join(', ')}]`,
    )
    const [first] = problems(lines.join('\n'))
    expect(first).toMatch(/^a\.yaml:6:\d+ \*l4: expected at most 100000 values, got 111111$/)
  })

  it('follows an honest alias, and knows too deep a file', () => {
    expect(parseYaml({ file: 'a', text: 'name: &n x\nlist:\n  - id: *n\n' }, schema).list).toEqual([{ id: 'x' }])
    expect(problems('['.repeat(5000))[0]).toMatch(/^a\.yaml:1:\d+ /)
  })

  it('names the first fifty of very many problems, and how many more there are', () => {
    const of = (count: number) => problems(`name: x\nlist:\n${'  - id: 7\n'.repeat(count)}`)
    expect(of(50)).toHaveLength(50)
    expect(of(50).at(-1)).toContain('list.49.id: expected text')
    expect(of(5000).slice(49)).toEqual([of(50).at(-1), 'and 4950 more'])
  })

  it('treats an empty file as an empty section', () => {
    expect(problems('')).toEqual(['a.yaml:1:1 name: expected text, got nothing'])
  })
})
