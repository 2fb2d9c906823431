import { serviceAt } from './lending-service.ts';
import type { ProductionNode } from './production-llano.ts';

/** A node as a visitor of the public web reaches it, whose address the proxy before it saw. */
export function nodeSeenFrom(node: Pick<ProductionNode, 'address'>, address: string) {
  return {
    fetch(request: Request): Promise<Response> {
      request.headers.set('X-Forwarded-For', address);
      return serviceAt(node.address).fetch(request);
    },
  };
}
