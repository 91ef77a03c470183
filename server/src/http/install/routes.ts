import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Router } from 'express'
import { DomainError } from '../../platform/domain-error.ts'
import { createRouter, onlyRead } from '../express.ts'
import type { LocalCall } from '../local-call.ts'
import type { ServedDomain, ServedDomains } from '../served-domains.ts'
import { createIcons, type IconDependencies, type IconName, iconHash, isIconName, OWN_MARK } from './icons.ts'
import { type Identity, manifestOf, type Shortcut } from './manifest.ts'
import { serviceWorker } from './service-worker.ts'

/** What the installed app's files need of the server. */
export interface InstallOptions extends IconDependencies {
  /** Finds the domain of a page. */
  tenants: ServedDomains
  call: LocalCall
  /** Limits page renderings per reader; files are free. */
  limit: RequestHandler
  /** Whether browsers install the service worker. */
  hasWorker: boolean
  setup: { phase(): Promise<'unclaimed' | 'guided' | 'open'> }
}

/** Texts and pages of the installed app, made by the hosted app's server entry. */
export type DescribeApp = (domain: Pick<ServedDomain, 'config' | 'translations'>) => {
  direction: string
  /** Color without an accent of its own. */
  accent: string
  shortcuts: Shortcut[]
  /** Attributes of the offline page's root element, its title and its body. */
  offline: { root: string; title: string; body: string; logo: string | null }
}

const HOUR_S = 3600
const YEAR_SECONDS = 31_536_000
const OFFLINE = '/offline'
const PATHS = ['/manifest.webmanifest', '/apple-touch-icon.png', '/icons/:hash/:file', OFFLINE]

/**
 * What browsers need to install the forum: `/manifest.webmanifest` and its icons, the service worker `/sw.js`, and the
 * page it shows without a connection. All of them belong to a domain.
 */
export function installRoutes(
  options: InstallOptions,
  built: {
    /** The built forum's files. */
    folder: string
    /** The worker's script. */
    worker: string
    /** Scripts and style sheets of each page, and those of posts. */
    files: { everywhere: readonly string[]; ofPosts: readonly string[] }
    describe: DescribeApp
    /** Headers of pages. */
    headersOf(domain: ServedDomain): Record<string, string>
  },
): Router {
  const { tenants, limit, call, hasWorker, setup } = options
  const icons = createIcons(options, built.folder)
  const router = createRouter()

  /** The domain's identity; of a domain with a single community that community's. */
  async function identityOf(request: Request): Promise<Identity> {
    const { config, translations } = tenants.localized(request)
    const { defaultTokenName, domainDisplayName, logoLink, accent } = config
    const own: Identity = {
      name: domainDisplayName,
      description: '',
      logo: logoLink,
      accent: accent ?? built.describe({ config, translations }).accent,
    }
    const onlyCommunity = tenants.onlyCommunity(request)
    const isOpen = (await setup.phase()) === 'open'
    const community = isOpen
      ? await call('communityGet', { tokenName: defaultTokenName }, { onlyCommunity }).then(
          (found) => found.community,
          () => null,
        )
      : null
    if (community === null) return own
    if (onlyCommunity === null) return { ...own, description: community.about }
    return {
      name: community.title,
      description: community.about,
      // The operator's logo precedes the community's, as in the header.
      logo: logoLink === OWN_MARK && community.logoImageURI !== '' ? community.logoImageURI : logoLink,
      accent: community.accent || own.accent,
    }
  }

  const offlinePages = new WeakMap<ServedDomain, { html: string; files: string[] }>()
  /** The offline page of a domain, and the files that the worker keeps for it and for posts. */
  function offlinePage(domain: ServedDomain) {
    const { config, translations } = domain
    const made = offlinePages.get(domain)
    if (made) return made
    const { root, title, body, logo } = built.describe({ config, translations }).offline
    const styles = built.files.everywhere.filter((file) => file.endsWith('.css'))
    const html = `<!doctype html><html ${root}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><script src="/before-paint.js"></script>${styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`).join('')}<script src="/offline.js" defer></script></head><body><div id="stoa-app">${body}</div></body></html>`
    const files = [
      OFFLINE,
      '/before-paint.js',
      '/offline.js',
      ...built.files.everywhere,
      ...built.files.ofPosts,
      ...(translations ? [translations.hrefs.reader] : []),
      ...(logo === null ? [] : [logo]),
    ]
    const page = { html, files: [...new Set(files)] }
    offlinePages.set(domain, page)
    return page
  }

  function workerOf(domain: ServedDomain): string {
    const { html, files } = offlinePage(domain)
    const version = createHash('sha256')
      .update(JSON.stringify([built.worker, html, files]))
      .digest('base64url')
      .slice(0, 12)
    return `self.stoaBuild=${JSON.stringify({ version, files })};\n${built.worker}`
  }

  const sendIcon = (
    nameOf: (request: Request, logo: string) => { name: IconName; seconds: number },
  ): RequestHandler => {
    return async (request, response) => {
      const { logo } = await identityOf(request)
      const { name, seconds } = nameOf(request, logo)
      const { icon, isLogo } = await icons.draw(logo, name)
      const cached = isLogo ? seconds : Math.min(seconds, HOUR_S)
      response
        .set('Cache-Control', `public, max-age=${cached}${cached === YEAR_SECONDS ? ', immutable' : ''}`)
        .type('png')
        .send(icon)
    }
  }

  router.use(serviceWorker({ code: hasWorker ? (request) => workerOf(tenants.localized(request)) : null }))
  router.get('/manifest.webmanifest', limit, async (request, response) => {
    const { config, translations } = tenants.localized(request)
    const { shortcuts, direction } = built.describe({ config, translations })
    const manifest = manifestOf(await identityOf(request), { language: config.language, direction, shortcuts })
    response
      .set('Cache-Control', `public, max-age=${HOUR_S}`)
      .type('application/manifest+json')
      .send(JSON.stringify(manifest))
  })
  router.get(
    '/apple-touch-icon.png',
    limit,
    sendIcon(() => ({ name: 'touch', seconds: HOUR_S })),
  )
  router.get(
    '/icons/:hash/:file',
    limit,
    sendIcon(({ params }, logo) => {
      const [, name = ''] = /^(.*)\.png$/.exec(String(params.file)) ?? []
      if (!isIconName(name) || params.hash !== iconHash(logo)) throw new DomainError('NOT_FOUND')
      return { name, seconds: YEAR_SECONDS }
    }),
  )
  router.get(OFFLINE, limit, (request, response) => {
    const domain = tenants.localized(request)
    response
      .set({ ...built.headersOf(domain), 'Cache-Control': 'no-cache' })
      .type('html')
      .send(offlinePage(domain).html)
  })
  router.all(PATHS, onlyRead)
  return router
}
