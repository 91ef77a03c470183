import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type CallInput,
  type CallName,
  type CallOutput,
  type CallParsedInput,
  isWrite,
  type Me,
  type QuotaClass,
  type ViewerFacts,
} from '@stoa/contract'
import { type Call, calls } from '@stoa/contract/schemas'
import type { CallContext, Caller, CallRequest, Exchange } from '../platform/calls/context.ts'
import type { ViewerPart } from '../platform/calls/handlers.ts'
import type { Database } from '../platform/database/database.ts'
import { DomainError } from '../platform/domain-error.ts'
import { clientAddress, type TrustProxy } from '../platform/security/address.ts'
import { isRendered, tagsOfResponse } from './cache/cache-tags.ts'
import { isLongList } from './cache/read-keys.ts'
import type { RenderBudget } from './cache/render-budget.ts'
import type { SignedInReads } from './cache/signed-in-reads.ts'
import { bodyOf, readBody, refuseOtherActor, validate, withMissingName } from './call-input.ts'
import type { CallResponses } from './call-responses.ts'
import type { CallRoute, CallRoutes, MatchedCall, ReadRoute } from './call-routes.ts'
import type { Gates } from './gates.ts'
import type { AboutLocalCall, LocalCall } from './local-call.ts'
import type { ResponseLog } from './metrics.ts'
import { runWrite } from './run-write.ts'
import { viewedRole } from './view-as.ts'

export interface Pipeline {
  /**
   * Responds to calls of the contract and passes on everything else. Takes plain requests; also works as Express
   * middleware.
   */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** Makes a read inside the process as an anonymous visitor of a domain. */
  callLocally: LocalCall
}

interface Dependencies {
  database: Pick<Database, 'transaction'>
  routes: CallRoutes
  gates: Gates
  signedInReads: Pick<SignedInReads, 'respond'>
  renderBudget: Pick<RenderBudget, 'admit'>
  responses: CallResponses
  trustProxy: TrustProxy
  log: ResponseLog
  /** Validate every response against its schema. Used in tests, so that presenters can't drift from the contract. */
  checkResponses: boolean
}

/** Result of a call after its gates. */
interface Outcome {
  payload: unknown
  /** Cache tags, if visitors may share it. */
  tags: readonly string[] | null
}

/** The only path of a call from request to response. */
export function createPipeline(dependencies: Dependencies): Pipeline {
  const { routes, gates, signedInReads, renderBudget, responses, trustProxy, log, checkResponses } = dependencies
  const inTurn = createTurnQueue()

  function checked<Name extends CallName>(name: Name, payload: CallOutput<Name>): CallOutput<Name> {
    return checkResponses ? (calls[name].output.parse(payload) as CallOutput<Name>) : payload
  }

  /**
   * The gates, in order for every call. Each throws a DomainError to refuse. Null: the response is already being sent.
   */
  async function runGates(exchange: Exchange, about: MatchedCall & { requestId: string }): Promise<Outcome | null> {
    const { route, requestId, fields } = about
    const { name, call } = route
    const { request } = exchange
    const isChange = isWrite(call) || call.method === 'DELETE'
    if (isChange && viewedRole(request) !== null) throw new DomainError('VIEWING_AS')
    await gates.origin(name, request)
    await gates.rateLimit(name, request)
    await gates.setup(name)
    gates.signInMethod(name, request)
    // The body is read only here, so refused requests cost no parsing.
    if (call.method === 'POST') await readBody(name, exchange)
    const authentication = await authenticate(route, request)
    if ('response' in authentication) return { payload: authentication.response, tags: null }
    const { viewer, sessionId } = authentication
    if (call.access === 'app-check' && !viewer) await gates.appCheck(name, request)
    const raw = await gates.community(name, call.method === 'POST' ? bodyOf(request) : fields(), request)
    const input = validate(name, raw)
    if (call.method === 'POST') refuseOtherActor(raw, viewer)
    const onlyCommunity = gates.onlyCommunity(request)
    const { origin = '' } = request.headers
    const { address = '' } = request
    const context = {
      input,
      viewer,
      sessionId,
      spend: (quota: QuotaClass) => gates.spend(quota, { request, viewer }),
      requestId,
      origin,
      site: gates.siteOf(request),
      address,
      onlyCommunity,
      request,
      exchange,
    }
    const payload =
      'write' in route
        ? checked(name, await runWrite(route, context, dependencies))
        : await runRead(route, context, raw)
    if (payload === null) return null
    // What an admin sees as a visitor is for nobody else, and not for the same admin afterward.
    const isShared = viewer === null && viewedRole(request) === null
    const tags = isShared ? (tagsOfResponse(name, { payload, input: raw }) ?? exchange.cacheTags ?? null) : null
    return { payload, tags }
  }

  /** Runs a read. Null: the response is already being sent. */
  async function runRead(
    { name, call, read }: ReadRoute,
    context: CallContext<CallName> & { request: CallRequest; exchange: Exchange },
    raw: Record<string, unknown>,
  ): Promise<unknown> {
    const { handle, viewerPart } = read
    const { viewer, onlyCommunity, input, exchange } = context
    const admit = async () => {
      if (isRendered(name) || isLongList(input)) await renderBudget.admit(context.request, exchange.response)
    }
    if (viewerPart && viewer && viewerPart.isShared(viewer, input)) {
      const isSent = await signedInReads.respond(exchange, {
        admit,
        async load() {
          const payload = await handle({ ...visitor, onlyCommunity, input })
          return { value: payload as object, tags: tagsOfResponse(name, { payload, input: raw }) ?? [] }
        },
        headers: responses.headersOf(call, context.requestId),
        factsOf: (payload) => factsOf(viewerPart, { name, viewer, input, payload }),
      })
      if (isSent) return null
    }
    await admit()
    await gates.quota(name, context)
    const payload = await handle(context)
    if (!viewerPart || !viewer) return checked(name, payload)
    const page = payload as object
    return { ...page, viewerFacts: await factsOf(viewerPart, { name, viewer, input, payload: page }) }
  }

  /** The caller; if this request ended its own session before, the response it got. */
  async function authenticate({ name, call }: CallRoute, request: CallRequest) {
    // Public calls ignore expired and revoked tokens.
    if (call.access === 'public') return nobody
    let caller: Caller | null
    try {
      caller = await gates.authenticate(name, request)
    } catch (refused) {
      const storedResponse = call.endsSession ? await gates.storedResponse(name, request) : null
      if (!storedResponse) throw refused
      return storedResponse
    }
    if (call.access === 'user' && !caller) {
      throw new DomainError('AUTH_REQUIRED', undefined, { message: call.signedOutMessage })
    }
    return caller ?? nobody
  }

  /** One person's facts for the page of a call. */
  async function factsOf(
    viewerPart: ViewerPart<CallName>,
    about: { name: CallName; viewer: Me; input: CallParsedInput<CallName>; payload: object },
  ): Promise<ViewerFacts> {
    const { name, viewer, input, payload } = about
    const viewerFacts = await viewerPart.factsOf(viewer, { input, payload: payload as CallOutput<CallName> })
    if (checkResponses) checked(name, { ...payload, viewerFacts } as CallOutput<CallName>)
    return viewerFacts
  }

  async function run({ route, fields }: MatchedCall, exchange: Exchange): Promise<void> {
    const { request, response } = exchange
    const start = performance.now()
    const requestId = randomUUID()
    response.once('finish', () => {
      const { method = '', url = '' } = request
      log({ requestId, call: route.name, method, url, status: response.statusCode, start })
    })
    request.address = clientAddress(request, trustProxy)
    try {
      const outcome = await runGates(exchange, { route, requestId, fields }).catch((error: unknown) => {
        throw withMissingName(error, () => (route.call.method === 'POST' ? bodyOf(request) : fields()))
      })
      if (outcome) await responses.succeed(exchange, { call: route.call, requestId, ...outcome })
    } catch (error) {
      responses.fail(exchange, { call: route.call, requestId, error })
    }
  }

  return {
    handle(request, response, next) {
      const matched = routes.match(request)
      if (!matched) next()
      else if (isExpensive(matched.route.call)) inTurn(() => void run(matched, { request, response }))
      else void run(matched, { request, response })
    },
    async callLocally<Name extends CallName>(
      name: Name,
      input: CallInput<Name>,
      { onlyCommunity = null, request = null }: AboutLocalCall = {},
    ) {
      const route = routes.get(name)
      if (!route || !('read' in route)) throw new Error(`${name} is not a read.`)
      const output = await route.read.handle({
        ...visitor,
        onlyCommunity,
        request,
        input: validate(name, { ...(input as object) }),
      })
      return output as CallOutput<Name>
    },
  }
}

const nobody = { viewer: null, sessionId: '' }

/** Context of a call inside the process: nobody is signed in, and there is no HTTP exchange. */
const visitor = {
  ...nobody,
  spend: async () => {},
  requestId: 'local',
  origin: '',
  site: '',
  address: '',
  request: null,
  exchange: null,
}

/** Writes without a token are mostly sign-in methods, which hash or verify something. */
function isExpensive({ method, access, cookie, endsSession }: Call): boolean {
  return method === 'POST' && (access === 'public' || cookie === true || endsSession === true)
}

/**
 * Starts one piece of work per turn of the event loop, in order. Node would otherwise start all that arrive together
 * before serving another connection, and readers would wait for their sum.
 */
function createTurnQueue(): (work: () => void) => void {
  const waiting: (() => void)[] = []
  function begin() {
    const work = waiting.shift()
    if (waiting.length > 0) setImmediate(begin)
    work?.()
  }
  return (work) => {
    waiting.push(work)
    if (waiting.length === 1) setImmediate(begin)
  }
}
