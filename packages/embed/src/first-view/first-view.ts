import type {
  ElementContent,
  Failure,
  Mount,
  Mounted,
  MountOptions,
  ServerView,
  Showing,
} from '../loader/define-element.ts'
import type { FragmentResponse } from '../loader/fetch-fragments.ts'
import { createServerView } from '../reading/server-view.ts'
import type { ThreadPartName } from './fragment-state.ts'
import { loadCode } from './load-code.ts'
import { paint } from './paint.ts'
import { nextTask } from './schedule.ts'
import { unusableOptions, usableOptions } from './validation.ts'

export { code } from './load-code.ts'

const TIMEOUT_MS = 10_000

interface ShowOptions extends Pick<Showing, 'fail' | 'fragment' | 'isOver'> {
  part: ThreadPartName
  /** The response with the server's HTML; undefined if the page contains it. */
  body: FragmentsBody | undefined
}

type FragmentsBody = Awaited<NonNullable<FragmentResponse['batch']['body']>>

/** The HTML of one fragment. Throws the reason if there is none. */
function htmlOf(body: FragmentsBody, index: number): string {
  const fragment = body.status === 'success' ? body.payload.fragments[index] : body
  if (fragment && 'html' in fragment) return fragment.html
  throw Object.assign(new Error('The answer of the forum makes no sense.'), { code: 'NETWORK', ...fragment })
}

/**
 * Shows the server's HTML, and mounts the component code when the reader does more than read. Where the page doesn't
 * allow the HTML, the component code renders everything.
 */
export async function show(
  host: HTMLElement,
  mountOptions: MountOptions,
  { part, fragment, body, fail, isOver: isLate }: ShowOptions,
): Promise<ElementContent | undefined> {
  // All elements of a page get their response at once. Each is shown in its own tasks.
  await nextTask()
  if (isLate()) return
  let options = usableOptions(mountOptions)
  let mounted: Mounted | null = null
  let isOver = false
  const html = body ? htmlOf(body, fragment?.index ?? 0) : ''
  let rendered: ServerView | null = null
  try {
    const insertRest = await paint(host, html, {
      options,
      theme: body?.status === 'success' ? body.payload.theme : undefined,
      isOver: isLate,
    })
    if (!insertRest) return
    rendered = createServerView(host, options, { part, isComplete: insertRest() })
  } catch {
    // The page allows no HTML from strings.
  }

  async function takeOver(): Promise<void> {
    const loads: Promise<Mount>[] = []
    while (!mounted) {
      await rendered?.untilNeeded()
      if (isOver) return
      try {
        loads.push(loadCode(part, loads.length))
        // An earlier attempt may still arrive first.
        const mount = await withTimeout(Promise.any(loads))
        if (isOver) return
        mounted = mount(host, options, fail)
        rendered?.transfer(mounted.hydration)
      } catch (error) {
        if (isOver) return
        const last = error instanceof AggregateError ? error.errors.at(-1) : error
        rendered?.fail()
        fail(last, rendered !== null)
        if (!rendered) return
      }
    }
  }

  void takeOver()
  if (unusableOptions(host).length > 0) {
    report(host).catch(() => {})
  }
  return {
    update(next) {
      options = usableOptions(next)
      const isSame = rendered?.update(options)
      if (mounted) mounted.update(options)
      return mounted !== null || isSame !== false
    },
    remove() {
      isOver = true
      // Remove the server view first: it saves texts typed into parts that aren't hydrated yet.
      rendered?.remove()
      mounted?.unmount()
    },
  }
}

function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject({ code: 'TIMEOUT' }), TIMEOUT_MS)
    work.then(resolve, reject)
  })
}

/** Logs problems with an element's attributes and, with `failure`, shows why it has no content. */
export async function report(host: HTMLElement, failure?: Failure): Promise<void> {
  const problems = await import('./report-problems.ts')
  if (failure) await problems.showFailure(host, failure)
  else problems.reportProblems(host)
}
