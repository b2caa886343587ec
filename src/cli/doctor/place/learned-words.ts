// What the trials taught the profile, for people.

import { fragment, isNews, type Learned } from '../../../doctor/place/learned-profile.js'

export function learnedLines(learned: Learned, file: string | undefined): readonly string[] {
  const { assumed } = learned
  const rest =
    assumed.length === 0
      ? ['nothing that money depends on is only assumed any more']
      : [
          'still only assumed, and money depends on it (--live wants each under venue.acceptAssumed):',
          ...assumed.flatMap(({ name, relies, why }) => [`  ${name}: ${relies}`, `    ${why}`]),
        ]
  return [...news(learned, file), ...rest]
}

function news(learned: Learned, file: string | undefined): readonly string[] {
  if (!isNews(learned))
    return [
      'the profile says what was seen; nothing to change in it',
      ...(file === undefined ? [] : [`written to ${file}`]),
    ]
  if (file !== undefined) return [`the profile with what was seen is in ${file}: read it, and name it as venue.profile`]
  return [
    'what was seen, for the profile (--profile-out writes the whole of it to a new file):',
    ...fragment(learned)
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
  ]
}
