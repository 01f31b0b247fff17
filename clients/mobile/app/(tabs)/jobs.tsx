import { Page } from "@/ui/parts";
export default function Soon() { return <Page>{null}</Page>; }
