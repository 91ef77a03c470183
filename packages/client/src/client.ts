import {
  type CallInput,
  type CallName,
  type CallOutput,
  type ErrorResponse,
  isWrite,
  type JsonCallName,
  type Route,
  routes,
  siteRoutes,
} from '@stoa/contract'
import type { AppCheck } from './app-check.ts'
import { createFetchTransport } from './fetch-transport.ts'
import type { Session } from './forum-session.ts'
import { StoaError } from './stoa-error.ts'
import type { Transport } from './transport.ts'
import { randomId } from './visitor-id.ts'

/** Options of `createClient`. */
export interface ClientOptions {
  /** Address of the server without `/api`, such as `https://forum.example`. Empty: the page's own origin. */
  baseUrl: string
  /** This browser's random id (`readVisitorId`). Default: none is sent. */
  visitorId?: string
  /** Provides access tokens. Default: every call is a visitor's. */
  session?: Pick<Session, 'getAccessToken' | 'refresh'>
  /** Proves anonymous writes. Default: none, and the server refuses them. */
  appCheck?: AppCheck
  /** Sends the requests. Default: `createFetchTransport({ fetch })`. */
  transport?: Transport
  /** For the default transport. Default: the global `fetch`. */
  fetch?: typeof fetch
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal
  /** Makes retries of a write safe. Default: a new random key for each call. */
  idempotencyKey?: string
  /**
   * Id of the person who wants the write. If somebody else is signed in by now, the server refuses it with
   * ACTOR_MISMATCH. Default: whoever is signed in.
   */
  actorId?: string
  /** Passed to `fetch`; `no-cache` revalidates cached responses. Default: the browser's rules. */
  cache?: RequestCache
}

/** Makes one call of the contract; throws `StoaError`. */
export type ApiCall = <Name extends JsonCallName>(
  name: Name,
  input: CallInput<Name>,
  options?: CallOptions,
) => Promise<CallOutput<Name>>

/** Typed calls to a Stoa server. */
export interface Client {
  readonly baseUrl: string
  readonly visitorId: string
  call: ApiCall
}

/** Creates a client. It has no state besides its session's and app check's. */
export function createClient(options: ClientOptions): Client {
  return createClientOf(routes, options)
}

type Routes = Readonly<Partial<Record<CallName, Route>>>

/**
 * Creates a client for a widget on a partner's page, which knows only the calls of `siteRoutes`. `loadMore` loads
 * further ones that few readers need, such as `siteModerationRoutes`. Default: none.
 */
export function createSiteClient(options: ClientOptions, loadMore?: () => Promise<Routes>): Client {
  return createClientOf(siteRoutes, options, loadMore)
}

function createClientOf(baseRoutes: Routes, options: ClientOptions, loadMore?: () => Promise<Routes>): Client {
  const { baseUrl, visitorId = '', session, appCheck } = options
  const transport = options.transport ?? createFetchTransport(options.fetch ? { fetch: options.fetch } : {})

  async function call<Name extends JsonCallName>(
    name: Name,
    input: CallInput<Name>,
    callOptions: CallOptions = {},
  ): Promise<CallOutput<Name>> {
    const route = baseRoutes[name] ?? (await loadMore?.())?.[name]
    if (!route) throw new TypeError(`A widget's client does not make the call ${name}.`)
    const { url, rest } = addressOf(baseUrl, { route, input })
    const writes = isWrite(route)
    const idempotencyKey = callOptions.idempotencyKey ?? (writes ? randomId() : undefined)
    // Public calls, such as signing in, have no actor.
    const { actorId } = callOptions
    const common = writes && {
      ...(visitorId ? { visitorId } : {}),
      ...(actorId && route.access !== 'public' ? { userId: actorId } : {}),
    }
    const body = route.method === 'POST' ? JSON.stringify({ ...rest, ...common }) : undefined

    let renewed = false
    for (;;) {
      const token = route.access === 'public' ? null : ((await session?.getAccessToken()) ?? null)
      const headers: Record<string, string> = { accept: 'application/json' }
      if (body !== undefined) headers['content-type'] = 'application/json'
      if (token) headers.authorization = `Bearer ${token}`
      if (writes && idempotencyKey) headers['idempotency-key'] = idempotencyKey
      if (route.access === 'app-check' && !token && appCheck) headers['x-app-check'] = await appCheck.getToken()

      const result = await send(transport, {
        url,
        request: {
          method: route.method,
          headers,
          ...(body === undefined ? {} : { body }),
          ...(callOptions.signal ? { signal: callOptions.signal } : {}),
          ...(callOptions.cache ? { cache: callOptions.cache } : {}),
        },
      })
      if (!(result instanceof StoaError)) return result as CallOutput<Name>

      const { code } = result
      const sessionIsOver = token !== null && (code === 'TOKEN_EXPIRED' || code === 'AUTH_REQUIRED')
      if (!renewed && session && sessionIsOver) {
        renewed = true
        await session.refresh()
      } else if (!renewed && appCheck && code === 'APP_CHECK_REQUIRED') {
        renewed = true
        appCheck.reset()
      } else {
        throw result
      }
    }
  }

  return { baseUrl, visitorId, call }
}

/** Fills `{name}` in the path from the input; the rest goes into the query or body. */
function addressOf(baseUrl: string, { route, input }: { route: Route; input: object }) {
  const rest: Record<string, unknown> = { ...input }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  if (route.method !== 'POST') {
    // Sorted, so that equal requests share one cache entry.
    for (const name of Object.keys(rest).sort()) {
      if (rest[name] !== undefined) query.append(name, String(rest[name]))
    }
  }
  const search = query.toString()
  return { url: `${baseUrl}/api${path}${search && `?${search}`}`, rest }
}

async function send(
  transport: Transport,
  { url, request }: { url: string; request: Parameters<Transport>[1] },
): Promise<unknown> {
  let status = 0
  try {
    const response = await transport(url, request)
    status = response.status
    const body = (await response.json()) as { status: 'success'; payload: unknown } | ErrorResponse
    if (body.status === 'success') return body.payload
    if (body.status !== 'error') throw new TypeError('The response has no envelope.')
    const { code, message, details, requestId } = body
    return new StoaError(code, { message, status, details, requestId })
  } catch (cause) {
    return request.signal?.aborted
      ? new StoaError('ABORTED', { message: 'The request was given up.', cause })
      : new StoaError('NETWORK', { message: 'Couldn’t reach the server.', status, cause })
  }
}
