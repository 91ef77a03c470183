import { exampleMe } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { afterEach, expect, it } from 'vitest'
import { rememberViewer } from './remember-viewer.ts'

afterEach(() => localStorage.removeItem('stoa-viewer'))

it('remembers the viewer until they sign out', () => {
  const stoa = createStoa({ client: { call: () => Promise.reject(new Error('offline')) } })
  rememberViewer(stoa)
  const viewer = { ...exampleMe(), joinedCommunities: [] } as never
  stoa.state.setState({ viewer })
  expect(localStorage.getItem('stoa-viewer')).toBe(exampleMe().id)
  stoa.state.setState({ viewer: null })
  expect(localStorage.getItem('stoa-viewer')).toBeNull()
})
