import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import type { OpenApiDocument } from '../../server/src/http/openapi/description.ts'
import { openApiDocument } from '../../server/src/http/openapi/document.ts'
import type { JsonSchema } from '../../server/src/http/openapi/examples.ts'
import { isSelfExplaining, parts } from '../../server/src/http/openapi/schemas.ts'
import { WORDS } from '../../server/src/http/openapi/words.ts'

const document = () => openApiDocument({ url: 'https://forum.example' })

/** The linter's findings in a document, one line each. */
async function findings(described: OpenApiDocument): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // Some calls redirect: their success is a 303.
    rules: {
      'operation-2xx-response': 'off',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'no-invalid-parameter-examples': 'error',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(described), absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location: [at] }) => `${ruleId} at ${at?.pointer}: ${message}`)
}

/** All schemas of a document with their paths. */
function schemasOf({ components, paths }: OpenApiDocument): [string, JsonSchema][] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  return [
    ...Object.entries(components.schemas),
    ...operations.flatMap(({ operationId, requestBody, responses }) => {
      const responseContents = Object.values(responses).flatMap((response) =>
        'content' in response ? Object.values(response.content ?? {}) : [],
      )
      const contents = [...Object.values(requestBody?.content ?? {}), ...responseContents]
      return contents.map(({ schema }): [string, JsonSchema] => [operationId, schema])
    }),
  ]
}

/** Properties and components without a description. */
function undescribed(described: OpenApiDocument): string[] {
  const within = (where: string, schema: JsonSchema): string[] => [
    ...Object.entries(schema.properties ?? {})
      .filter(([, { description = '' }]) => description === '')
      .map(([name]) => `${where}.${name}`),
    ...parts(schema).flatMap((part) => within(where, part)),
  ]
  const components = Object.entries(described.components.schemas)
  return [
    ...components.filter(([, { description = '' }]) => description === '').map(([name]) => name),
    ...schemasOf(described).flatMap(([where, schema]) => within(where, schema)),
  ]
}

test('the linter accepts the calls’ description and finds a planted fault', async () => {
  expect(await findings(document())).toEqual([])
  const planted = document()
  const operation = planted.paths['/me']?.get
  if (operation) operation.responses = { '200': { description: 'Done.', headers: { ETag: { $ref: '#/nowhere' } } } }
  expect((await findings(planted)).join()).toMatch(/operation-4xx-response[^]*no-unresolved-refs/)
})

test('every property is described, and a missing description is found', () => {
  expect(undescribed(document())).toEqual([])
  const planted = document()
  const { Post } = planted.components.schemas
  if (Post?.properties?.title) delete Post.properties.title.description
  expect(undescribed(planted)).toEqual(['Post.title'])
})

/** Properties whose values can't be guessed from their schema. */
function withoutExample(described: OpenApiDocument): string[] {
  const within = (where: string, schema: JsonSchema): string[] => [
    ...Object.entries(schema.properties ?? {})
      .filter(([, property]) => !isSelfExplaining(property))
      .map(([name]) => `${where}.${name}`),
    ...parts(schema).flatMap((part) => within(where, part)),
  ]
  return schemasOf(described).flatMap(([where, schema]) => within(where, schema))
}

test('every property and every response has an example', () => {
  const described = document()
  expect(withoutExample(described)).toEqual([])
  const { Post } = described.components.schemas
  if (Post?.properties?.title) delete Post.properties.title.examples
  expect(withoutExample(described)).toEqual(['Post.title'])
  const successContents = Object.values(described.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => {
      const success = responses['200']
      return success && 'content' in success ? Object.entries(success.content ?? {}) : []
    }),
  )
  const json = successContents.filter(([type]) => type === 'application/json')
  expect(json.filter(([, { example }]) => example === undefined)).toEqual([])
})

test('a schema used in many places is defined once', () => {
  const text = JSON.stringify(document())
  expect(text.split('"replyToPublisherName":{').length - 1).toBeLessThanOrEqual(2)
  expect(Object.keys(document().components.schemas)).toEqual(expect.arrayContaining(['Post', 'Comment', 'Id', 'Time']))
})

test('every description is used', () => {
  const used = new Set<string>()
  const note = (where: string, schema: JsonSchema) => {
    for (const name of [where, ...Object.keys(schema.properties ?? {})]) used.add(name).add(`${where}.${name}`)
    for (const part of parts(schema)) note(where, part)
  }
  const described = document()
  for (const [where, schema] of schemasOf(described)) note(where, schema)
  for (const { operationId, parameters } of Object.values(described.paths).flatMap((methods) => Object.values(methods)))
    for (const item of parameters) if ('name' in item) used.add(item.name).add(`${operationId}.${item.name}`)
  expect(Object.keys(WORDS).filter((name) => !used.has(name))).toEqual([])
})
