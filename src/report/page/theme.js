// Light, dark or as the system has it; shared by every page.

const THEMES = ['system', 'light', 'dark']

/**
 * `#theme=dark` in the address chooses as the button does; paper is white.
 * @param {() => void} recolour after each change of colours
 * @param {() => void} refit before and after printing
 */
function startTheme(recolour = () => {}, refit = () => {}) {
  const root = document.documentElement
  const button = document.querySelector('#theme')
  const choose = (/** @type {string} */ theme) => {
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
    button?.querySelector('span')?.replaceChildren(theme)
    recolour()
  }
  const current = () => root.dataset['theme'] ?? 'system'
  const fromAddress = () => THEMES.find((theme) => location.hash === `#theme=${theme}`)
  button?.removeAttribute('hidden')
  button?.addEventListener('click', () => choose(THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length] ?? 'system'))
  addEventListener('hashchange', () => choose(fromAddress() ?? current()))
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour)
  choose(fromAddress() ?? 'system')
  let before = 'system'
  addEventListener('beforeprint', () => {
    before = current()
    choose('light')
    refit()
  })
  addEventListener('afterprint', () => {
    choose(before)
    refit()
  })
}
