import type { ServerResponse } from 'node:http';

/** A page of a stand-in, with buttons that send a choice. */
export function showPage(response: ServerResponse, status: number, title: string, choices: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:1.1rem sans-serif;margin:2rem}button{display:block;margin:.7rem 0;padding:.8rem;font:inherit}</style>
<h1>${title}</h1><p>No money moves here.</p><form method="post">${choices}</form></html>`);
}

/** A button of such a page. */
export function choiceButton(choice: string, text: string): string {
  return `<button name="choice" value="${choice}">${text}</button>`;
}

/** Sends the browser on to another address. */
export function goTo(response: ServerResponse, address: string): void {
  response.writeHead(303, { Location: address }).end();
}
