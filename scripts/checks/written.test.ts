import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const WRITTEN = 'packages/ui/src/i18n/written.tsx'
/** Expressions that are a name, or a text of the page. */
const NAME = /(?:name|author|device)\W*$/i
/** Expressions that hold what people wrote. */
const TEXT =
  /(?:\b|[.a-z])(?:title|about|excerpt|content|reason|topic|caption|credit|description|note)(?: \?\? ''|\b[^\w(]*)$/i

function sources(): string[] {
  const packages = readdirSync('packages').map((name) => `packages/${name}/src`)
  return ['hosted-app/src', ...packages].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.(?:test|stories))\.tsx$/.test(file) && !/(?:^|\/)testing\//.test(file))
      .map((file) => join(folder, file)),
  )
}

/** Elements with what people wrote but without its language. `<input dir="auto">` and a person's name have none. */
function withoutLanguage(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isJsxElement(node)) {
      const { tagName, attributes } = node.openingElement
      const content = node.children
        .map((child) => child.getText(source))
        .join('')
        .trim()
      const isIsolated = tagName.getText(source) === 'bdi' && attributes.properties.length === 0
      const isAuto = attributes.properties.some((attribute) => attribute.getText(source) === 'dir="auto"')
      if ((isAuto && !NAME.test(content)) || (isIsolated && TEXT.test(content))) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
        found.push(`${file}:${line + 1}: ${content}`)
      }
    }
    ts.forEachChild(node, look)
  }
  look(source)
  return found
}

it('gives the language of what people wrote, with `useWritten` or `Written`', () => {
  const files = sources().filter((file) => file !== WRITTEN)
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => withoutLanguage(file, readFileSync(file, 'utf8')))).toEqual([])
})

it.each([
  ['<p dir="auto">{about}</p>', 1],
  ['<a href={path} dir="auto">\n  {post.title}\n</a>', 1],
  ['<bdi>{communityTitle}</bdi>', 1],
  ['<p dir="auto">{user.displayName}</p>', 0],
  ['<bdi>{person.displayName}</bdi>', 0],
  ['<input dir="auto" />', 0],
  ['<p {...written(about)}>{about}</p>', 0],
  ['<Written>{reason}</Written>', 0],
])('finds the plant in %s: %i', (text, count) => {
  expect(withoutLanguage('plant.tsx', text)).toHaveLength(count)
})
