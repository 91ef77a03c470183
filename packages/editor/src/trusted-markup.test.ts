import { expect, it } from 'vitest'
import { cleanMarkup } from './trusted-markup.ts'

it.each([
  [
    '<svg viewBox="0 0 1 1"><path d="M0 0" onload="x"></path></svg>',
    '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>',
  ],
  ['<b class="a" style="x" onclick="x">b</b>', '<b class="a">b</b>'],
  ['<a href="javascript:x">a</a><a href="https://a.example/">b</a>', '<a>a</a><a href="https://a.example/">b</a>'],
  ['<img src=x onerror=x>a<script>x</script><style>x</style><iframe src=x></iframe>', 'a'],
  ['<svg><foreignObject><div><img src=x></div></foreignObject><use href="#a"></use></svg>', '<svg><div></div></svg>'],
  ['a<!-- b -->c', 'ac'],
  ['<template><b>x</b></template><form><input name=a>b</form>', 'b'],
  ['1 &lt; 2', '1 &lt; 2'],
])('%s is cleaned', (markup, clean) => {
  expect(cleanMarkup(markup)).toBe(clean)
})
