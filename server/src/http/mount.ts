import {
  type Call,
  type CallInput,
  type CallName,
  type CallOutput,
  type CallParsedInput,
  calls,
  type Me,
  type ViewerFacts,
} from '@stoa/contract'
import { callSchemas } from '@stoa/contract/schemas'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Unit } from '../db/database.ts'
import { DomainError } from '../lib/domain-error.ts'
import { tagsOfAnswer } from './cache-tags.ts'
import { BODY_LIMIT, bodyOf, refuseEmpty, refuseOtherActor, requireJson, validate } from './call-input.ts'
import type { CallContext, Caller, CallRequest } from './context.ts'
import { type FileAnswer, sendFile } from './file-answer.ts'
import { leadingOn } from './leading-on.ts'
import type { LocalCall } from './pages.ts'
import type { PersonalReads, SharedPage } from './personal-reads.ts'
import type { CacheLocals } from './read-cache.ts'

/** The gates that every call passes, in this order. Each throws a DomainError to refuse. */
export interface Gates {
  /** Whether the bearer token was found good lately: then the gates of a read cost next to nothing. */
  recognises(request: CallRequest): boolean
  /** Counts the request against its class; runs before anything costs more. */
  rateLimit(name: CallName, request: CallRequest): Promise<void>
  /** Refuses what pages of other sites may not send. */
  origin(name: CallName, request: CallRequest): Promise<void>
  /** Refuses ways to sign in that the request's domain does not offer. */
  way(name: CallName, request: CallRequest): void
  /** Origin of the calling page when that is not the forum's own, else empty. */
  siteOf(request: CallRequest): string
  /** What was sent, with the community that it means on the request's domain. */
  completed(name: CallName, input: Record<string, unknown>, request: CallRequest): Promise<Record<string, unknown>>
  /** Token name of the only community that the request's domain shows; null where all are shown. */
  onlyCommunity(request: CallRequest): string | null
  /** The person of the bearer token, null without one; refuses a bad or ended one. */
  authenticate(name: CallName, request: CallRequest): Promise<Caller | null>
  /** What the same request was answered by which its session has ended; null where there is nothing. */
  answered(name: CallName, request: CallRequest): Promise<{ answer: unknown } | null>
  /** For calls with access `app-check` without a viewer. */
  appCheck(request: CallRequest): Promise<void>
  /** Spends one of the actor's quota; work that comes to nothing gets it back. */
  quota(name: CallName, about: { request: CallRequest; viewer: Me | null }): Promise<void>
  /** Runs the work once per idempotency key of a write and answers repeats with the first answer. */
  idempotency<Result>(
    name: CallName,
    about: { request: CallRequest; viewer: Me | null },
    work: (unit: Unit | null) => Promise<Result>,
  ): Promise<Result>
}

/** Does the work of one call. */
export type Handler<Name extends CallName> = (context: CallContext<Name>) => Promise<CallOutput<Name>>

/** For a reading call whose page is the same for every site: what a signed-in person gets beside it, as `viewerFacts`. */
interface Beside<Name extends CallName> {
  /** Whether this person gets the page that visitors get, if they may see it. */
  isShared(viewer: Me, input: CallParsedInput<Name>): boolean
  /** The person's own facts about what the page shows. */
  factsOf(viewer: Me, page: { input: CallParsedInput<Name>; payload: CallOutput<Name> }): Promise<ViewerFacts>
}

/** Declares the route of one call. */
export type Mount = <Name extends CallName>(name: Name, handler: Handler<Name>, beside?: Beside<Name>) => void

/** What a call is performed with beside the request. */
interface Performed<Name extends CallName> {
  /** What was sent, as a body or as a query. */
  received(): Record<string, unknown>
  requestId: string
  exchange: CallContext<Name>['exchange']
}

/** Answers of calls are parsed against their schema when set: in tests, so that a presenter can't drift from the contract. */
export interface MountOptions {
  router: Router
  gates: Gates
  personalReads: Pick<PersonalReads, 'answer'>
  checkAnswers: boolean
}

/** A call that people write with, for who reads the request instead of the framework. */
export interface WritingCall {
  name: CallName
  /** The gates before the body is read. */
  enter(request: CallRequest): Promise<void>
  /** The gates after it, and the work; returns what is answered. */
  perform(request: CallRequest, requestId: string): Promise<unknown>
}

export interface Mounted {
  mount: Mount
  /** Calls that people write with, without those of sessions and their end, by their path below `/api`. */
  writingCalls: ReadonlyMap<string, WritingCall>
  /** Names of the calls that have a route. */
  mounted: ReadonlySet<CallName>
  /** Makes a reading call inside the process as an anonymous visitor of a domain. */
  callLocally: LocalCall
}

/** The only way to declare a call's route. Always: rate limit → origin → way to sign in → authentication → app check → validation → idempotency → quota → handler. */
export function createMount({ router, gates, personalReads, checkAnswers }: MountOptions): Mounted {
  const mounted = new Set<CallName>()
  const writingCalls = new Map<string, WritingCall>()
  const readers = new Map<CallName, (input: unknown, only: string | null) => Promise<unknown>>()
  const parseBody = express.json({ limit: BODY_LIMIT, strict: true, type: () => true, verify: refuseEmpty })

  function checked<Name extends CallName>(name: Name, payload: CallOutput<Name>): CallOutput<Name> {
    return checkAnswers ? (callSchemas[name].output.parse(payload) as CallOutput<Name>) : payload
  }

  /** Joins the page of a call with what one person gets beside it. */
  function withFacts<Name extends CallName>(
    name: Name,
    { beside, input }: { beside: Beside<Name>; input: CallParsedInput<Name> },
  ) {
    const isShared = (reader: Me) => beside.isShared(reader, input)
    const factsOf = async (reader: Me, payload: CallOutput<Name>) => {
      const viewerFacts = await beside.factsOf(reader, { input, payload })
      checked(name, join(payload, viewerFacts))
      return viewerFacts
    }
    // What has something beside it is an object; the contract's pages in HTML have not.
    const join = (payload: CallOutput<Name>, viewerFacts: ViewerFacts) =>
      ({ ...(payload as object), viewerFacts }) as CallOutput<Name>
    const page = (payload: CallOutput<Name>): SharedPage => ({
      name,
      payload: payload as object,
      isFor: isShared,
      factsOf: (reader) => factsOf(reader, payload),
    })
    const withOwn = async (reader: Me, payload: CallOutput<Name>) => join(payload, await factsOf(reader, payload))
    return { isShared, page, withOwn }
  }

  function mount<Name extends CallName>(name: Name, handler: Handler<Name>, beside?: Beside<Name>): void {
    if (mounted.has(name)) throw new Error(`The call ${name} is mounted twice.`)
    mounted.add(name)
    const call: Call = calls[name]
    const path = call.path.replaceAll(/\{(\w+)\}/g, ':$1')
    // Before the body is read, so that a refused request costs no parsing.
    const enter = async (request: CallRequest) => {
      await gates.rateLimit(name, request)
      await gates.origin(name, request)
      gates.way(name, request)
    }
    /** Who calls; of who has ended their own session by this very request, the answer that it got. */
    const seenBy = async (request: CallRequest): Promise<{ caller: Caller | null } | { answer: unknown }> => {
      try {
        return { caller: await gates.authenticate(name, request) }
      } catch (refused) {
        const known = call.endsSession ? await gates.answered(name, request) : null
        if (!known) throw refused
        return known
      }
    }
    /** Null when the answer is on its way already. */
    const perform = async (request: CallRequest, { received, requestId, exchange }: Performed<Name>) => {
      // Who reads what is the same for everybody, or signs in, need not fear a token that has ended.
      const seen = call.access === 'public' ? { caller: null } : await seenBy(request)
      if ('answer' in seen) return { viewer: null, raw: {}, payload: seen.answer as CallOutput<Name> }
      const { caller } = seen
      const viewer = caller?.viewer ?? null
      if (call.access === 'user' && !viewer) throw new DomainError('AUTH_REQUIRED')
      if (call.access === 'app-check' && !viewer) await gates.appCheck(request)
      const raw = await gates.completed(name, received(), request)
      const input = validate(name, raw)
      if (call.method === 'POST') refuseOtherActor(raw, viewer)
      const only = gates.onlyCommunity(request)
      const own = beside && viewer ? withFacts(name, { beside, input }) : null
      if (exchange && own && viewer && own.isShared(viewer)) {
        const load = async () => {
          const payload = await handler({ ...visitor, only, input })
          return { value: own.page(payload), tags: tagsOfAnswer(name, { payload, input: raw }) ?? [] }
        }
        const about = { ...exchange, requestId, url: exchange.request.originalUrl }
        if (await personalReads.answer(about, viewer, load)) return null
      }
      const work = async (unit: Unit | null) => {
        const context = {
          input,
          viewer,
          sessionId: caller?.sessionId ?? '',
          unit,
          requestId,
          origin: request.headers.origin ?? '',
          site: gates.siteOf(request),
          address: request.ip ?? '',
          only,
          request,
          exchange,
        }
        await gates.quota(name, { request, viewer })
        const payload = await handler(context)
        return own && viewer ? own.withOwn(viewer, payload) : checked(name, payload)
      }
      const payload =
        call.method !== 'POST' ? await work(null) : await gates.idempotency(name, { request, viewer }, work)
      return { viewer, raw, payload }
    }
    const begin: RequestHandler = async (request, response, next) => {
      response.locals.call = name
      await enter(request)
      next()
    }
    const answer = async (request: Request, response: Response) => {
      const performed = await perform(request, {
        received: () => (call.method === 'POST' ? bodyOf(request) : { ...request.query, ...request.params }),
        requestId: String(response.locals.requestId),
        exchange: { request, response },
      })
      if (performed === null) return
      const { viewer, raw, payload } = performed
      if (call.method === 'GET' && (call.answers ?? 'html') === 'html')
        setCaching(response, { viewer, tags: tagsOfAnswer(name, { payload, input: raw }) })
      else response.set('Cache-Control', 'no-store')
      if (call.answers === 'html') response.type('html').send(payload)
      else if (call.answers === 'file') await sendFile(response, payload as FileAnswer)
      else if (call.answers === 'redirect') response.redirect(303, String(payload))
      else response.json({ status: 'success', payload })
    }
    if (call.method === 'GET') {
      readers.set(name, (input, only) => handler({ ...visitor, only, input: validate(name, input) }))
      if (call.answers === 'redirect') router.get(path, leadingOn(begin), leadingOn(answer))
      else router.get(path, begin, answer)
      return
    }
    // What is gone stays gone: deleting needs no key for its repeats.
    if (call.method === 'DELETE') router.delete(path, begin, answer)
    else router.post(path, begin, requireJson, parseBody, answer)
    if (call.method === 'DELETE' || call.access === 'public' || call.cookie || call.endsSession) return
    writingCalls.set(path, {
      name,
      enter,
      async perform(request, requestId) {
        const performed = await perform(request, { received: () => bodyOf(request), requestId, exchange: null })
        return performed?.payload
      },
    })
  }

  return {
    mount,
    writingCalls,
    mounted,
    async callLocally<Name extends CallName>(name: Name, input: CallInput<Name>, only: string | null = null) {
      const reader = readers.get(name)
      if (!reader) throw new Error(`${name} is no reading call.`)
      return (await reader(input, only)) as CallOutput<Name>
    },
  }
}

/** The context of a call made inside the process: nobody is signed in, and there is no HTTP exchange to touch. */
const visitor = {
  viewer: null,
  sessionId: '',
  unit: null,
  requestId: 'local',
  origin: '',
  site: '',
  address: '',
  request: null,
  exchange: null,
}

/** Visitors' answers may be kept by everybody but must be asked for again; a signed-in person's only by that person's browser. */
function setCaching(response: Response, about: { viewer: Me | null; tags: string[] | null }): void {
  const tags = about.tags ?? (response.locals as CacheLocals).cacheTags ?? null
  const isPublic = about.viewer === null && tags !== null
  response.set('Cache-Control', isPublic ? 'public, max-age=0, stale-while-revalidate=10' : 'private, no-cache')
  response.set('Vary', 'Authorization, Origin')
  response.locals.cacheTags = isPublic ? tags : undefined
}

/** The signed-in person of a call with access `user`. */
export function viewerOf(context: { viewer: Me | null }): Me {
  if (!context.viewer) throw new DomainError('AUTH_REQUIRED')
  return context.viewer
}

/** The request of a call over HTTP. */
export function requestOf(context: { request: CallRequest | null }): CallRequest {
  if (!context.request) throw new Error('A call that needs its request was made without one.')
  return context.request
}
