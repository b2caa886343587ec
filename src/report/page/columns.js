// Columns as `columns.ts` packs them, read back.

/**
 * @param {string} text differences of whole numbers, `3x5` for five equal ones; empty is absent
 * @param {number} scale the numbers are values times this
 * @returns {(number | null)[]}
 */
function unpacked(text, scale) {
  /** @type {(number | null)[]} */
  const values = []
  if (text === '') return values
  let last = 0
  for (const token of text.split(',')) {
    const [difference = '', times = '1'] = token.split('x')
    for (let i = 0; i < Number(times); i++) {
      if (difference !== '') last += Number(difference)
      values.push(difference === '' ? null : last / scale)
    }
  }
  return values
}
