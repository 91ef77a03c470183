import { exampleSummary } from '@stoa/contract/fixtures'
import { expect, it } from 'vitest'
import { contentOfCard } from './content-of-card.ts'
import { readBlocks } from './read-blocks.ts'

it('is the excerpt, as text', () => {
  const post = { ...exampleSummary(), excerpt: 'A < B & C', articleUrl: null, contentImage: null }
  expect(readBlocks(contentOfCard(post))).toEqual([expect.objectContaining({ type: 'paragraph' })])
  expect(contentOfCard(post)).toContain('A &#60; B &#38; C')
})

it('is empty if something else may come first, which would move the text', () => {
  const post = { ...exampleSummary(), excerpt: 'Text', articleUrl: 'https://a.example/1' }
  expect(readBlocks(contentOfCard(post))).toEqual([])
})
