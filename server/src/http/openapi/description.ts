import type { JsonSchema } from './examples.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: JsonSchema
}

export interface Reference {
  $ref: string
}

export interface Content {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, Reference>
}

export interface Response {
  description: string
  headers: Record<string, Reference>
  content?: Record<string, Content>
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: (Parameter | Reference)[]
  requestBody?: { required: true; content: { 'application/json': Content } }
  responses: Record<string, Response | Reference>
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
    headers: Record<string, { description: string; schema: JsonSchema }>
    examples: Record<string, { summary: string; value: unknown }>
    securitySchemes: Record<string, JsonSchema>
  }
}
