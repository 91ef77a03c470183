import { type CallInput, type CallOutput, isId, type JsonCallName, routes, siteRoutes } from '@stoa/contract'
import { createAppCheck } from '../app-check.ts'
import { type CallOptions, type Client, createClient } from '../client.ts'
import type { Session } from '../forum-session.ts'
import type { Realtime } from '../realtime.ts'
import { errorCode, StoaError } from '../stoa-error.ts'
import { readVisitorId } from '../visitor-id.ts'
import { withAbsoluteMedia } from './absolute-media.ts'

/** Options of `createPartnerClient`. */
export interface PartnerClientOptions {
  /** Address of the forum, such as `https://forum.example`. */
  baseUrl: string
  /** The session, from `createPartnerSession`. Default: a visitor's. */
  session?: Session
  /** This browser's random id. Default: `readVisitorId()`. */
  visitorId?: string
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
}

/** The client of a partner's site, with its live connection. */
export interface PartnerClient extends Client {
  /** Creates the live connection; pass it to `createStoa` as `realtime`. */
  realtime: () => Promise<Realtime>
}

/**
 * Creates a client for components on a partner's site. A partner's session can only read conversations and take part in
 * them. Posts and feeds are therefore read as a visitor, and a second request adds the viewer's own reactions and
 * votes. Addresses of uploaded files become absolute.
 */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  const { baseUrl, session, visitorId = readVisitorId() } = options
  const common = { baseUrl, visitorId, ...(options.fetch ? { fetch: options.fetch } : {}) }
  const visitor = createClient(common)
  const member = createClient({
    ...common,
    ...(session ? { session } : {}),
    // A server has no page and never writes.
    ...(typeof location === 'undefined' ? {} : { appCheck: createAppCheck({ client: visitor }) }),
  })

  /** The viewer's reactions, votes and saved items on these posts. Empty for a visitor, or if they can't be loaded. */
  async function factsOf(posts: readonly { id: string }[], callOptions: CallOptions) {
    const ids = posts.map(({ id }) => id).filter(isId)
    if (ids.length === 0 || !(await session?.getAccessToken())) return {}
    const viewerFacts = await member.call('viewerFacts', { postIds: ids.join(',') }, callOptions)
    return { viewerFacts }
  }

  async function read<Name extends JsonCallName>(name: Name, input: CallInput<Name>, callOptions: CallOptions) {
    const payload = await visitor.call(name, input, callOptions)
    const posts = 'post' in payload ? [payload.post] : name === 'postList' && 'items' in payload ? payload.items : []
    const { signal, cache } = callOptions
    const facts = await factsOf(posts as { id: string }[], {
      ...(signal ? { signal } : {}),
      ...(cache ? { cache } : {}),
    }).catch(() => ({}))
    return { ...payload, ...facts } as CallOutput<Name>
  }

  return {
    baseUrl,
    visitorId,
    async call(name, input, callOptions = {}) {
      const { access, method } = routes[name]
      try {
        const isReadByAll = access === 'optional' && method === 'GET' && !(name in siteRoutes)
        const payload = await (isReadByAll ? read(name, input, callOptions) : member.call(name, input, callOptions))
        return withAbsoluteMedia(payload, baseUrl)
      } catch (error) {
        throw errorCode(error) === 'ORIGIN_NOT_REGISTERED' ? notRegistered(error) : error
      }
    },
    async realtime() {
      const { createRealtime } = await import('../realtime.ts')
      const live = createRealtime({
        url: baseUrl,
        visitorId,
        ...(session ? { getToken: session.getAccessToken } : {}),
      })
      return {
        ...live,
        onEvent: (listener, since) =>
          live.onEvent((name, event) => listener(name, withAbsoluteMedia(event, baseUrl)), since),
      }
    },
  }
}

/** The server's refusal, with instructions. */
function notRegistered(cause: unknown): StoaError {
  const message = `${cause instanceof Error ? cause.message : ''} Register it at the forum: stoa origin:add COMMUNITY ${location.origin}`
  console.error(`Stoa: ${message}`)
  return new StoaError('ORIGIN_NOT_REGISTERED', { message, status: 403, cause })
}
