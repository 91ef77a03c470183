import { exampleCommunity, exampleMe, examplePost } from '@stoa/contract/fixtures'
import { act, cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ForumAt } from '../testing/forum-at.tsx'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})

test('tips are offered where domain and community have money', async () => {
  const post = examplePost({ numComments: 0 })
  const show = (money: boolean, moneyOff?: boolean) => {
    cleanup()
    render(
      <ForumAt
        path={`/bbs/FORUM/community/${post.slugUrl}`}
        viewer={exampleMe()}
        post={post}
        posts={[]}
        comments={[]}
        config={{ money }}
        communities={[exampleCommunity(moneyOff === undefined ? {} : { moneyOff })]}
      />,
    )
    return screen.findByRole('heading', { level: 1 })
  }
  await show(true)
  await screen.findByRole('button', { name: 'Tip' })
  for (const [money, moneyOff] of [[false], [true, true]] as const) {
    await show(money, moneyOff)
    // The code that offers them is loaded by now.
    await act(async () => void (await import('../screens/wallet/tip-tools.tsx')))
    expect(screen.queryByRole('button', { name: 'Tip' })).toBeNull()
  }
})
