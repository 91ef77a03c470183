/** The part of JSON Schema processed here; everything else passes through. */
export interface JsonSchema {
  $ref?: string
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  description?: string
  examples?: unknown[]
  [keyword: string]: unknown
}
