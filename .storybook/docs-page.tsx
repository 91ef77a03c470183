import { Controls, Description, Primary, Stories, Subtitle, Title, useOf } from '@storybook/addon-docs/blocks'
import { usages } from './usages.ts'

/** Style sheets beside the stories, by path. */
const sheets = import.meta.glob<string>('../packages/*/src/**/*.css', { query: '?raw', import: 'default', eager: true })

/** A component's page: usage, props, anatomy, tokens and stories. */
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
          <p>
            {usage.use} {usage.instead}
          </p>
          <p>{usage.keyboard ? `Keyboard: ${usage.keyboard}` : 'It takes no focus.'}</p>
        </>
      )}
      <Controls />
      {css !== '' && (
        <>
          <h2>Anatomy</h2>
          <p>Classes you can style, and their states.</p>
          <Names names={namesIn(css, /\.(stoa-[\w-]+(?:\[[^\]]+\])*)/g, '.')} />
          <h2>Tokens</h2>
          <p>Custom properties it uses.</p>
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
