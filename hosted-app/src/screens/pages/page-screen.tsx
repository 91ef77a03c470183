import { PostBlocks, readBlocks } from '@stoa/post-view'
import { directionOf, useWritten, WrittenIn } from '@stoa/ui'
import { useLoaderData } from 'react-router'
import type { PageData } from './page-loader.ts'

export { pageLoader } from './page-loader.ts'

/** A static page of the domain, such as its rules. */
export function PageScreen() {
  const { page } = useLoaderData() as PageData
  return (
    <WrittenIn value={page.language}>
      <article lang={page.language} dir={directionOf(page.language)}>
        <Title>{page.title}</Title>
        <PostBlocks blocks={readBlocks(page.postContent)} />
      </article>
    </WrittenIn>
  )
}

function Title({ children }: { children: string }) {
  return <h1 {...useWritten()(children)}>{children}</h1>
}
