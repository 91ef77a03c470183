import * as contract from '@stoa/contract/schemas'
import * as z from 'zod'
import { EXAMPLES, exampleOf, type JsonSchema } from './examples.ts'
import { WORDS } from './words.ts'

type Direction = 'input' | 'output'

export interface SchemaWriter {
  /** Converts to JSON Schema with references to named components. `name`: of the call it belongs to. */
  write(schema: z.ZodType, about: { io: Direction; name: string }): JsonSchema
  /** A value that a written schema allows. */
  example(schema: JsonSchema): unknown
  /** All referenced components, by name. */
  components(): Record<string, JsonSchema>
}

const PREFIX = '#/components/schemas/'

/** Converts the contract's schemas for the documentation. */
export function createSchemaWriter(): SchemaWriter {
  const ids = z.registry<{ id: string }>()
  for (const [name, schema] of Object.entries(contract)) {
    if (schema instanceof z.ZodType && !(schema instanceof z.ZodOptional)) ids.add(schema, { id: componentName(name) })
  }
  const components: Record<string, JsonSchema> = {}

  /**
   * Moves definitions to the components. A definition that differs from the component of its name, such as input from
   * output, gets another name.
   */
  function hoist(definitions: Record<string, JsonSchema>, io: Direction): Map<string, string> {
    const names = new Map(Object.keys(definitions).map((id) => [id, id]))
    const follow = (text: string) =>
      text.replaceAll(/"#\/\$defs\/(\w+)"/g, (_, id: string) => JSON.stringify(PREFIX + (names.get(id) ?? id)))
    for (const [id, schema] of Object.entries(definitions)) {
      describeAll(schema, id)
      const [description, example] = [WORDS[id], EXAMPLES[id]]
      if (description !== undefined) schema.description ??= description
      if (example !== undefined) schema.examples ??= [example]
    }
    const definitionTexts = new Map(Object.entries(definitions).map(([id, schema]) => [id, JSON.stringify(schema)]))
    // Referring to a renamed component makes a definition different, too.
    for (let otherCount = -1; otherCount !== countOther(names); ) {
      otherCount = countOther(names)
      for (const [id, text] of definitionTexts) {
        const component = components[id]
        const isOther = component !== undefined && JSON.stringify(component) !== follow(text)
        if (isOther) names.set(id, `${id}${io === 'input' ? 'Input' : 'Output'}`)
      }
    }
    for (const [id, text] of definitionTexts) components[names.get(id) ?? id] = JSON.parse(follow(text)) as JsonSchema
    return names
  }

  return {
    write(schema, { io, name }) {
      const {
        $schema: _,
        $defs = {},
        ...rest
      } = z.toJSONSchema(schema, {
        io,
        unrepresentable: 'any',
        metadata: ids,
        override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, { schema: jsonSchema as JsonSchema, io }),
      }) as JsonSchema & { $defs?: Record<string, JsonSchema> }
      const root = rest as JsonSchema
      describeAll(root, name)
      follow(root, hoist($defs, io))
      return root
    },
    example: (schema) => exampleOf(schema, (ref) => components[ref.slice(PREFIX.length)] ?? {}),
    components: () => Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => a.localeCompare(b))),
  }
}

function componentName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Adds the schema's own description and removes redundant fields. */
function tidy(zodSchema: z.core.$ZodType, { schema, io }: { schema: JsonSchema; io: Direction }): void {
  const { description } = z.globalRegistry.get(zodSchema) ?? {}
  if (description !== undefined) schema.description = sentence(description)
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === -Number.MAX_SAFE_INTEGER) delete schema.minimum
  // Later versions may return more fields.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  // The component's name is not part of it.
  delete schema.id
}

function sentence(text: string): string {
  const capital = /^[a-z][a-z]*\b(?!\()/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}

/** Describes properties that have no description by their name: in this place, or everywhere. */
function describeAll(schema: JsonSchema, where: string): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const word = WORDS[`${where}.${name}`] ?? WORDS[name]
    if (word !== undefined) property.description ??= word
    const example = EXAMPLES[`${where}.${name}`] ?? EXAMPLES[name]
    if (property.$ref === undefined) addExample(property, example)
  }
  for (const part of parts(schema)) describeAll(part, where)
}

/** Inline objects use the examples of their properties; references use those of their component. */
function addExample(property: JsonSchema, example: unknown): void {
  if (example !== undefined && isAllowed(property, example)) property.examples ??= [example]
  if (!isSelfExplaining(property)) property.examples ??= [exampleOf(property, () => ({}))]
}

/** Whether a schema shows its values itself, or through the examples of its parts or of the component it references. */
export function isSelfExplaining(schema: JsonSchema): boolean {
  const { $ref, examples, enum: values, const: value, properties } = schema
  return (
    [$ref, examples, values, value, properties].some((one) => one !== undefined) || parts(schema).some(isSelfExplaining)
  )
}

/** Whether a schema without references allows a value, since the same name may mean something else elsewhere. */
function isAllowed({ type, enum: values, pattern, maxLength }: JsonSchema, value: unknown): boolean {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  if (values !== undefined || (type !== undefined && ![type].flat().some((one) => one === kind || one === 'integer')))
    return false
  if (typeof value !== 'string') return true
  return (
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value)) &&
    value.length <= Number(maxLength ?? value.length)
  )
}

function countOther(names: Map<string, string>): number {
  return [...names].filter(([id, name]) => id !== name).length
}

function follow(schema: JsonSchema, renamed: Map<string, string>): void {
  const [, id] = /^#\/\$defs\/(\w+)$/.exec(schema.$ref ?? '') ?? []
  if (id !== undefined) schema.$ref = PREFIX + (renamed.get(id) ?? id)
  for (const part of parts(schema)) follow(part, renamed)
}

/** Subschemas of a schema. */
export function parts(schema: JsonSchema): JsonSchema[] {
  const { properties = {}, items, prefixItems, additionalProperties, propertyNames, anyOf, oneOf, allOf, not } = schema
  return [
    ...Object.values(properties),
    ...[items, prefixItems, additionalProperties, propertyNames, anyOf, oneOf, allOf, not].flat(),
  ].filter((part): part is JsonSchema => typeof part === 'object' && part !== null)
}
