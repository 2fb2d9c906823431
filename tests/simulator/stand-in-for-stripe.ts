import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

// Loaded before a node in production mode (`node --import`), where Stripe cannot be named otherwise: what is meant for Stripe goes to
// the stand-in that STRIPE_STAND_IN names.

const { hostname, port } = new URL(process.env.STRIPE_STAND_IN ?? '');
const request = https.request as (...parameters: unknown[]) => http.ClientRequest;
https.request = ((options: unknown, ...others: unknown[]) => {
  const { host } = (options ?? {}) as { readonly host?: string };
  if (host !== 'api.stripe.com') return request(options, ...others);
  const { agent: _agent, ...kept } = options as https.RequestOptions;
  const toStandIn = { ...kept, protocol: 'http:', host: hostname, port };
  return (http.request as (...parameters: unknown[]) => http.ClientRequest)(toStandIn, ...others);
}) as typeof https.request;
syncBuiltinESMExports();
