import { PostBlocks, readBlocks } from '@stoa/post-view'
import { directionOf, useWritten } from '@stoa/ui'
import { useLoaderData } from 'react-router'
import type { PageData } from './page-loader.ts'

export { pageLoader } from './page-loader.ts'

/** A static page of the domain, such as its rules. */
export function PageScreen() {
  const written = useWritten()
  const { page } = useLoaderData() as PageData
  return (
    <article lang={page.language} dir={directionOf(page.language)}>
      <h1 {...written(page.title)}>{page.title}</h1>
      <PostBlocks blocks={readBlocks(page.postContent)} />
    </article>
  )
}
