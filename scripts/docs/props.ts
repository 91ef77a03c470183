import ts from 'typescript'
import { table } from './table.ts'

/** Props that every component passes to its outermost element: documented once, not in each table. */
const PASSED_ON = new Set(['id', 'className', 'style'])

/** Tables of props by component, from the exported types `…Props` of these packages. */
export function propsTables(packages: readonly string[]): (component: string) => string {
  const { config } = ts.readConfigFile('tsconfig.base.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, '.')
  const program = ts.createProgram(
    packages.map((name) => `packages/${name}/src/index.ts`),
    { ...options, noEmit: true },
  )
  const checker = program.getTypeChecker()
  const types = new Map<string, ts.Symbol>()
  for (const name of packages) {
    const file = program.getSourceFile(`packages/${name}/src/index.ts`)
    const module = file && checker.getSymbolAtLocation(file)
    for (const symbol of module ? checker.getExportsOfModule(module) : []) types.set(symbol.name, symbol)
  }
  return (component) => {
    const exported = types.get(`${component}Props`)
    if (!exported) throw new Error(`No package exports the type ${component}Props.`)
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const props = checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isOwn)
    const required = (one: ts.Symbol) => (one.flags & ts.SymbolFlags.Optional ? 1 : 0)
    const sorted = props.toSorted((one, other) => required(one) - required(other))
    return table(
      ['prop', 'type', 'default', 'what it is'],
      sorted.map((prop) => rowOf(prop, checker)),
    )
  }
}

/** Declared by us, not by React. */
function isOwn(prop: ts.Symbol): boolean {
  const file = prop.declarations?.[0]?.getSourceFile().fileName ?? ''
  return !file.includes('node_modules') && !PASSED_ON.has(prop.name)
}

function rowOf(prop: ts.Symbol, checker: ts.TypeChecker): string[] {
  const declaration = prop.declarations?.[0]
  const node = declaration && ts.isPropertySignature(declaration) ? declaration.type : undefined
  const type = (node?.getText() ?? '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^\| /, '')
    .replace(/ \| undefined$/, '')
  const doc = ts.displayPartsToString(prop.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ').trim()
  const [, text = doc, standard = ''] = /^(.*?)\s*\bDefault:? (.*)$/.exec(doc) ?? []
  const isOptional = (prop.flags & ts.SymbolFlags.Optional) !== 0
  return [
    `\`${prop.name}\``,
    `\`${unwrapped(type)}\``,
    isOptional ? standard.replace(/\.$/, '') : 'required',
    text.replace(/\.$/, ''),
  ]
}

/** Removes the parentheses of `((a: A) => B)`, needed only in a union. */
function unwrapped(type: string): string {
  return /^\((\(.*\) => .*)\)$/.exec(type)?.[1] ?? type
}
