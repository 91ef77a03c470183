import * as z from 'zod'
import { API_KEY_NAME_MAX_LENGTH, API_KEYS_MAX, KEY_SCOPES } from '../key-scopes.ts'
import { actorId, id, text, time } from '../schemas/scalars.ts'
import type { Call } from './call.ts'

const scopes = z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length)

/** An API key as its owner sees it. */
export const apiKey = z.object({
  id,
  name: z.string(),
  prefix: z.string().describe('The first characters of the key, by which its owner knows it.'),
  scopes: scopes.describe('What it may do.'),
  createdAt: time,
  expiresAt: time.nullable().describe('From when it is refused. Null: never.'),
  usedAt: time.nullable().describe('When it was last used, to the minute. Null: never.'),
})

/** Calls about the viewer’s API keys. No key may make them. */
export const apiKeyCalls = {
  apiKeyList: {
    method: 'GET',
    path: '/api-keys',
    access: 'user',
    errors: [],
    summary: 'The API keys of the viewer, newest first.',
    input: z.object({}),
    output: z.object({ items: z.array(apiKey).max(API_KEYS_MAX) }),
  },
  apiKeyCreate: {
    method: 'POST',
    path: '/api-keys/create',
    access: 'user',
    secret: true,
    errors: ['REAUTHENTICATION_REQUIRED', 'API_KEY_LIMIT'],
    summary: 'Create an API key. Its text is in this response only.',
    input: z.strictObject({
      name: text(API_KEY_NAME_MAX_LENGTH).describe('A name for the owner.'),
      scopes: scopes.describe('What it may do. None includes another one.'),
      expiresAt: time.nullable().describe('From when it is refused. Null: never.'),
      userId: actorId,
    }),
    output: z.object({
      secret: z.string().describe('The key, for the header `Authorization: Bearer …`.'),
      apiKey,
    }),
  },
  apiKeyRevoke: {
    method: 'POST',
    path: '/api-keys/revoke',
    access: 'user',
    errors: ['NOT_FOUND'],
    summary: 'Remove an API key. It is refused from then on.',
    input: z.strictObject({ keyId: id.describe('The key.'), userId: actorId }),
    output: z.object({}),
  },
} as const satisfies Record<string, Call>
