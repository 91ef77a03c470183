/** Fields with the address of a picture, video, recording or captions. */
const MEDIA_FIELD = /url$|^(image|captions)$/i
const PATH = '/media/'

/** The payload with absolute addresses of uploaded files, so that they work on other origins. */
export function withAbsoluteMedia<Payload>(payload: Payload, origin: string): Payload {
  return absolute(payload, origin) as Payload
}

function absolute(value: unknown, origin: string): unknown {
  if (Array.isArray(value)) return value.map((item) => absolute(item, origin))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => {
      if (typeof field !== 'string') return [name, absolute(field, origin)]
      if (name === 'postContent') return [name, contentWithAbsoluteMedia(field, origin)]
      return [name, MEDIA_FIELD.test(name) && field.startsWith(PATH) ? origin + field : field]
    }),
  )
}

function contentWithAbsoluteMedia(content: string, origin: string): string {
  if (!content.includes(PATH)) return content
  try {
    return JSON.stringify(absolute(JSON.parse(content), origin))
  } catch {
    // Content that isn't JSON is plain text.
    return content
  }
}
