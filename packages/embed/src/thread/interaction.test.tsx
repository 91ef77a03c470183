import { StoaError, type StoaErrorCode } from '@stoa/client'
import { errors } from '@stoa/contract'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FailureToast, JoinToast } from './interaction.tsx'

afterEach(cleanup)

const failure = (code: StoaErrorCode, message: string) => ({ error: new StoaError(code, { message }) })
const limited = () => failure('RATE_LIMITED', errors.RATE_LIMITED.message)
const words = () => screen.getAllByRole('alert').map((one) => one.textContent)

it('announces in the product’s words why something was refused, until dismissed', () => {
  render(<FailureToast failure={limited()} />)
  expect(words()).toEqual(["You're posting too frequently please take a short break before posting again."])
  fireEvent.click(screen.getByRole('button'))
  expect(words()).toEqual([''])
})

it('announces the same error again, and one at a time for all elements', () => {
  const { rerender } = render(<FailureToast failure={limited()} />)
  rerender(<FailureToast failure={limited()} />)
  expect(screen.getAllByRole('button')).toHaveLength(1)
  render(<FailureToast failure={failure('NETWORK', 'Couldn’t reach the server.')} />)
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(words().join('')).toContain('Couldn’t reach the server.')
})

it('is silent if a dialog asks for the missing step, or the reader cancelled', () => {
  render(<FailureToast failure={failure('AUTH_REQUIRED', errors.AUTH_REQUIRED.message)} />)
  expect(words()).toEqual([''])
})

it('announces that an action has joined the community, replacing earlier messages', () => {
  render(<FailureToast failure={limited()} />)
  render(<JoinToast joined={{ community: 'The Forum' }} />)
  expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('You joined The Forum.')
  expect(words().join('')).toBe('')
})
