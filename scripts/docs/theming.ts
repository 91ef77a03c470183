import { readdirSync, readFileSync } from 'node:fs'
import { filesUnder } from '../build/fingerprint.mjs'
import { table } from './table.ts'

const TOKENS = 'packages/ui/src/tokens.css'

/** `docs/theming.md`: the design tokens, and the classes and states of each package's style sheets. */
export function themingPage(): string {
  const css = readFileSync(TOKENS, 'utf8')
  return [
    '# Theming',
    'All style values are custom properties. Redefine any of them on `:root` or ' +
      'on an element around our components. Custom elements don’t inherit them: select the element itself.',
    '```css\nstoa-comments {\n  --stoa-color-accent: light-dark(#7a1f3d, #e58ca8);\n  --stoa-font: Georgia, serif;\n  --stoa-radius: 2px;\n}\n```',
    'All our rules are in layers `stoa.…`, so your unlayered rules take precedence. ' +
      '`data-stoa-theme="light|dark"` fixes the theme below an element, `data-stoa-density="compact"` its density; without ' +
      `them the reader’s system setting applies. The source is \`${TOKENS}\`.`,
    '## Tokens',
    table(['token', 'light', 'dark'], tokensOf(css)),
    'These are derived from the ones above by default:',
    table(['token', 'default'], derivedOf(css)),
    '## Classes and states',
    'Classes are stable within a major version. They can be styled in components on your own page and in the ' +
      '`plain` fragment; in the shadow root of a custom element only the tokens are available.',
    ...packages().map(({ name, classes }) => `### @stoa/${name}\n\n${table(['class', 'states'], classes)}`),
  ].join('\n\n')
}

const DECLARATION = /(--stoa-[\w-]+):\s*([^;]+);/g

function tokensOf(css: string): string[][] {
  const first = css.slice(css.indexOf(':root'), css.indexOf('\n  }', css.indexOf(':root')))
  return [...first.matchAll(DECLARATION)].map(([, name = '', value = '']) => {
    const [, light = value, dark = ''] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? []
    return [`\`${name}\``, `\`${light}\``, dark && `\`${dark}\``]
  })
}

function derivedOf(css: string): string[][] {
  const from = css.indexOf('[data-stoa-density] {')
  return [...css.slice(from, css.indexOf('\n  }', from)).matchAll(DECLARATION)].map(([, name, value]) => [
    `\`${name}\``,
    `\`${value}\``,
  ])
}

function packages(): { name: string; classes: string[][] }[] {
  const ofUi = classesOf('packages/ui/src')
  const uiClasses = new Set(ofUi.map(([name]) => name))
  const others = readdirSync('packages')
    .filter((name) => name !== 'ui')
    .map((name) => ({ name, classes: classesOf(`packages/${name}/src`).filter(([first]) => !uiClasses.has(first)) }))
  return [{ name: 'ui', classes: ofUi }, ...others].filter(({ classes }) => classes.length > 0)
}

function classesOf(folder: string): string[][] {
  const states = new Map<string, Set<string>>()
  for (const file of filesUnder([folder]).filter((name: string) => name.endsWith('.css'))) {
    const css = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    for (const [, name = '', rest = ''] of css.matchAll(/\.(stoa-[\w-]+)((?:\[[^\]]+\]|:[\w-]+)*)/g)) {
      const statesOfClass = states.get(name) ?? new Set<string>()
      states.set(name, statesOfClass)
      for (const [state] of rest.matchAll(/\[data-[^\]]+\]/g)) statesOfClass.add(`\`${state}\``)
    }
  }
  return [...states]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, classStates]) => [`\`${name}\``, [...classStates].sort().join(' ')])
}
