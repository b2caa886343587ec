import { expect, it } from 'vitest'
import { findMutants } from './find-mutants.js'
import { mutated } from './mutant.js'

const found = (text: string) =>
  findMutants('src/any.ts', text).map(
    ({ mutator, original, replacement }) => `${mutator}: ${original} -> ${replacement}`,
  )

it('finds what somebody might have written by mistake', () => {
  expect(found('if (age > most && !isOld) return')).toEqual([
    'LogicalOperator: && -> ||',
    'ConditionalExpression: age > most && !isOld -> true',
    'ConditionalExpression: age > most && !isOld -> false',
    'EqualityOperator: > -> >=',
    'EqualityOperator: > -> <=',
    'ConditionalExpression: age > most -> true',
    'ConditionalExpression: age > most -> false',
    'BooleanLiteral: !isOld -> isOld',
  ])
  expect(found('for (const one of all) { count += one.raw; held.delete(one) }')).toEqual([
    'BlockStatement: { count += one.raw; held.delete(one) } -> {}',
    'StatementRemoval: count += one.raw; -> ;',
    'AssignmentOperator: += -> -=',
    'StatementRemoval: held.delete(one) -> ;',
  ])
  expect(found('const least = Math.min(...all.filter((one) => one.isOpen))')).toEqual([
    'MethodExpression: min -> max',
    'MethodExpression: all.filter((one) => one.isOpen) -> all',
    'ArrowFunction: (one) => one.isOpen -> () => undefined',
  ])
})

it('a loop is never made endless, and what types say is left alone', () => {
  expect(found('while (left > 0) left--')).toEqual([
    'EqualityOperator: > -> >=',
    'EqualityOperator: > -> <=',
    'ConditionalExpression: left > 0 -> false',
    'UpdateOperator: left-- -> left++',
  ])
  expect(found("import { a } from 'a'\ntype Is = true | { readonly a: false }")).toEqual([])
})

it('a method that every object has is left alone', () => {
  expect(found("const said = bytes.toString('utf8')")).toEqual([])
})

it('changes this place and no other', () => {
  const text = 'const a = 1 + 2\nconst b = 1 + 2\n'
  const [, second] = findMutants('src/any.ts', text)
  expect(second).toMatchObject({ line: 2 })
  expect(second && mutated(text, second)).toBe('const a = 1 + 2\nconst b = 1 - 2\n')
})

it('what is told to a person is left alone, what a program reads is not', () => {
  const said = `const message = isLate ? 'late' : \`after \${a - b}\``
  expect(found(said)).toEqual([])
  expect(found(`return { reason: isLate ? 'late' : 'early', detail: \`\${a + b} of \${isLate ? 1 : 2}\` }`)).toEqual([
    expect.stringContaining('ObjectLiteral'),
    'ConditionalExpression: isLate -> true',
    'ConditionalExpression: isLate -> false',
  ])
  expect(found(`throw new QuoinError('internal', \`expected \${a + b}\`)`)).toEqual([])
  // what is signed may have such a name, too
  expect(found('const message = { salt: a + b }')).toContain('ArithmeticOperator: + -> -')
  expect(found('function words() { return a + b }')).toContain('ArithmeticOperator: + -> -')
})
