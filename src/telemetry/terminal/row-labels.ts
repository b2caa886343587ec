// Questions as labels of table rows: cut to a width, and still told apart where several begin alike.

import { cut, displayWidth, graphemes } from './display-width.js'

/** One label for each question, at most `width` columns. */
export function rowLabels(questions: readonly string[], width: number): string[] {
  const alike = new Map<string, string[]>()
  for (const question of questions) {
    const label = cut(question, width)
    alike.set(label, [...(alike.get(label) ?? []), question])
  }
  const labels = questions.map((question) => {
    const group = [...new Set(alike.get(cut(question, width)))]
    return group.length < 2 ? cut(question, width) : fromDifference(question, group, width)
  })
  return labels.map((label, index) => numbered(label, index, { labels, width }))
}

/** The first letters, then what stands where the questions of the group part. */
function fromDifference(question: string, group: readonly string[], width: number): string {
  const letters = graphemes(question)
  const others = group.filter((other) => other !== question).map(graphemes)
  const shared = Math.min(
    ...others
      .map((other) => letters.findIndex((letter, at) => letter !== other[at]))
      .map((at) => (at < 0 ? letters.length : at)),
  )
  const wordAt = letters.slice(0, shared).lastIndexOf(' ') + 1
  const from = shared - wordAt > width / 3 ? shared : wordAt
  const tail = letters.slice(from).join('')
  const head = cut(question, Math.max(1, Math.floor(width / 3), width - displayWidth(tail)))
  return `${head}${cut(tail, width - displayWidth(head))}`
}

function numbered(
  label: string,
  index: number,
  all: { readonly labels: readonly string[]; readonly width: number },
): string {
  const twins = all.labels.filter((other) => other === label).length
  if (twins < 2) return label
  const mark = ` ${all.labels.slice(0, index).filter((other) => other === label).length + 1}`
  return `${cut(label, all.width - mark.length)}${mark}`
}
