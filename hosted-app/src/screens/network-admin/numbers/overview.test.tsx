import { exampleDomain, exampleMe, exampleOverview } from '@stoa/contract/fixtures'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { NETWORK_ADMIN_PATH } from '../../../paths.ts'
import { ForumAt } from '../../../testing/forum-at.tsx'

afterEach(cleanup)

const OVERVIEW = `${NETWORK_ADMIN_PATH}/overview`
const asked = vi.fn()

function open(path: string, viewer = exampleMe({ networkAdmin: true })) {
  asked.mockClear()
  const callResponses = {
    domainList: () => ({ items: [exampleDomain({ name: 'default' }), exampleDomain()] }),
    networkOverview: (input: object) => {
      asked(input)
      return { overview: exampleOverview() }
    },
  }
  render(<ForumAt path={path} viewer={viewer} callResponses={callResponses} />)
}

it('shows each number with its change, and a link to the list it counts', async () => {
  open(OVERVIEW)
  const numbers = await screen.findByRole('list', { name: 'Numbers' })
  expect(asked).toHaveBeenCalledWith({ period: 'month' })
  expect(within(numbers).getAllByRole('listitem')).toHaveLength(8)
  expect(within(numbers).getByRole('link', { name: '84. Show list of Sign-ups' }).getAttribute('href')).toBe(
    `${NETWORK_ADMIN_PATH}/people`,
  )
  expect(within(numbers).getByText(/^\+12 from/)).toBeTruthy()
  expect(screen.getByText(/Times in Europe\/London/)).toBeTruthy()
})

it('shows the chart of the number in the address, with a table of the same figures', async () => {
  open(`${OVERVIEW}?number=posts&period=week&domain=garden`)
  expect(await screen.findByRole('img', { name: /^Posts, November/ })).toBeTruthy()
  expect(asked).toHaveBeenCalledWith({ period: 'week', domain: 'garden' })
  fireEvent.click(screen.getByText('Table'))
  const { buckets, numbers } = exampleOverview()
  const posts = numbers.find(({ name }) => name === 'posts')
  const table = screen.getAllByRole('table')[0] as HTMLElement
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows).toHaveLength(buckets.length)
  expect(rows[2]?.textContent).toBe(`Nov 3${posts?.series[2]}${posts?.seriesBefore[2]}`)
})

it('is found by admins only; those of a domain have no lists of the network', async () => {
  open(OVERVIEW, exampleMe())
  expect(await screen.findByRole('heading', { name: /not found/i })).toBeTruthy()
  cleanup()
  open(OVERVIEW, exampleMe({ domainAdmin: true, adminDomain: 'garden', domainCommunity: null }))
  const numbers = await screen.findByRole('list', { name: 'Numbers' })
  expect(within(numbers).queryByRole('link', { name: /Show list of Sign-ups/ })).toBeNull()
})
