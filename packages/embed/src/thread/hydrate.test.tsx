import { useLayoutEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { nextTask } from '../first-view/schedule.ts'
import { HydrationStep, hydrateInSteps } from './hydrate.tsx'

let drawn: string[] = []
let redraw = (_names: string[]) => {}
let box: HTMLElement

function Item({ name }: { name: string }) {
  drawn.push(name)
  return (
    <button type="button" onClick={() => drawn.push(`${name} pressed`)}>
      {name}
    </button>
  )
}

function List() {
  const [names, setNames] = useState(['a', 'b', 'c'])
  useLayoutEffect(() => {
    redraw = setNames
  }, [])
  return (
    <ul>
      {names.map((name) => (
        <HydrationStep key={name}>
          <li>
            <Item name={name} />
          </li>
        </HydrationStep>
      ))}
    </ul>
  )
}

const text = () => [...box.querySelectorAll('button')].map((one) => one.textContent).join('')

beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'))
  box.innerHTML = renderToString(<List />)
  drawn = []
})
afterEach(() => box.remove())

it('hydrates the parts one after another, each in its own task, and keeps their nodes', async () => {
  const nodes = [...box.querySelectorAll('*')]
  const over = hydrateInSteps(() => hydrateRoot(box, <List />))
  expect(drawn).toEqual([])
  expect(text()).toBe('abc')
  const counts: number[] = []
  for (let task = 0; task < 20 && drawn.length < 3; task += 1) {
    counts.push(drawn.length)
    await nextTask()
  }
  await over
  expect(counts).toEqual(expect.arrayContaining([1, 2]))
  expect(drawn).toEqual(['a', 'b', 'c'])
  expect([...box.querySelectorAll('*')]).toEqual(nodes)
  for (const button of box.querySelectorAll('button')) button.click()
  expect(drawn.slice(3)).toEqual(['a pressed', 'b pressed', 'c pressed'])
})

it('hydrates after an item was added or removed meanwhile', async () => {
  const [a, b, c] = box.querySelectorAll('li')
  const over = hydrateInSteps(() => hydrateRoot(box, <List />))
  redraw(['new', 'a', 'c', 'last'])
  await over
  await nextTask()
  expect(text()).toBe('newaclast')
  expect([...box.querySelectorAll('li')].map((one) => [a, b, c].indexOf(one))).toEqual([-1, 0, 2, -1])
  for (const button of box.querySelectorAll('button')) button.click()
  expect(drawn.filter((one) => one.endsWith('pressed'))).toEqual([
    'new pressed',
    'a pressed',
    'c pressed',
    'last pressed',
  ])
})

it('renders at once what is not hydrated', () => {
  const other = document.createElement('div')
  const root = hydrateRoot(other, <List />)
  expect(drawn).toEqual(['a', 'b', 'c'])
  root.unmount()
})
