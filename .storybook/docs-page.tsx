import { Controls, Description, Primary, Stories, Subtitle, Title, useOf } from '@storybook/addon-docs/blocks'
import { usages } from './usages.ts'

/** Style sheets beside the stories, by path. */
const sheets = import.meta.glob<string>('../packages/*/src/**/*.css', { query: '?raw', import: 'default', eager: true })

/** The page of a component: when to use it, what it is made of, its keys, its values, its stories. */
export function DocsPage() {
  const { csfFile, preparedMeta } = useOf('meta', ['meta']) as unknown as {
    csfFile?: { meta: { title: string } }
    preparedMeta: { title: string; parameters: { fileName?: string } }
  }
  const title = csfFile?.meta.title ?? preparedMeta.title
  const usage = usages[title]
  const css = sheetOf(preparedMeta.parameters.fileName ?? '')
  return (
    <>
      <Title />
      <Subtitle />
      <Description />
      <Primary />
      {usage && (
        <>
          <h2>Usage</h2>
          <dl>
            <dt>Use it</dt>
            <dd>{usage.use}</dd>
            <dt>Don’t use it</dt>
            <dd>{usage.avoid}</dd>
            <dt>Keyboard</dt>
            <dd>{usage.keyboard ?? 'Nothing of its own: it takes no focus.'}</dd>
          </dl>
        </>
      )}
      <Controls />
      {css !== '' && (
        <>
          <h2>Anatomy</h2>
          <p>Classes that can be styled, and the states they have.</p>
          <Names names={namesIn(css, /\.(stoa-[\w-]+(?:\[[^\]]+\])*)/g, '.')} />
          <h2>Tokens</h2>
          <p>Custom properties that it takes its values from.</p>
          <Names names={namesIn(css, /var\((--stoa-[\w-]+)/g, '')} />
        </>
      )}
      <Stories />
    </>
  )
}

function Names({ names }: { names: string[] }) {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}

/** The sheet of the folder and name of a stories file, such as `poll/src/poll.css`. */
function sheetOf(file: string): string {
  const path = file.replace(/^.*packages\//, '../packages/').replace(/\.stories\.tsx$/, '.css')
  return sheets[path] ?? ''
}

function namesIn(css: string, pattern: RegExp, before: string): string[] {
  const text = css.replaceAll(/\/\*[^]*?\*\//g, '')
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => before + name))].sort()
}
