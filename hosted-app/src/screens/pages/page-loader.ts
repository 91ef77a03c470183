import { pagePath, type ShownPage } from '@stoa/contract'
import type { HostedApp } from '../../hosted-app.ts'
import { prepareContent } from '../../prepare-content.ts'
import { type LoaderArguments, orNotFound, type ScreenData } from '../../screen-data.ts'

/** Data of a static page. */
export interface PageData extends ScreenData {
  page: ShownPage
}

/** `/pages/{slug}`: a static page of the domain. */
export function pageLoader({ stoa, config }: HostedApp) {
  return async ({ params: { slug = '' } }: LoaderArguments): Promise<PageData> => {
    const { page } = await orNotFound(stoa.client.call('pageShow', { slug, language: config.language }))
    await prepareContent(page.postContent)
    return {
      page,
      head: { title: `${page.title} · ${config.domainDisplayName}`, canonicalPath: pagePath(page.slug) },
    }
  }
}
